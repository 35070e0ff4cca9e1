//! Statistics shared by the methods: mean, deviation, Gaussian smoothing. Input: numbers.
//! Output: numbers, never NaN for finite input.

/// The mean; 0 if empty.
pub(super) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    values.iter().sum::<f64>() / values.len() as f64
}

/// The population standard deviation.
pub(super) fn deviation(values: &[f64]) -> f64 {
    let mean_value = mean(values);
    let squares: Vec<f64> = values.iter().map(|v| (v - mean_value).powi(2)).collect();
    mean(&squares).sqrt()
}

/// A Gaussian kernel of 2⌈σ⌉+1 weights whose sum is 1 (thesis, formulas 2-1 and 2-2; the printed
/// sums are garbled, and are read as the usual discrete Gaussian).
pub(super) fn kernel(sigma: f64) -> Vec<f64> {
    let radius = sigma.ceil().clamp(1.0, 64.0) as i32;
    let weights: Vec<f64> = (-radius..=radius)
        .map(|j| (-f64::from(j * j) / (2.0 * sigma * sigma)).exp())
        .collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|w| w / sum).collect()
}

/// `values` convolved with `kernel` (thesis, formula 2-3), each neighbour also multiplied by
/// `weight(here, there)` (formula 2-10). Values beyond the ends are ignored.
pub(super) fn smoothed(
    values: &[f64],
    kernel: &[f64],
    weight: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let radius = kernel.len() / 2;
    (0..values.len())
        .map(|here| {
            kernel
                .iter()
                .enumerate()
                .filter_map(|(place, share)| {
                    let there = (here + place).checked_sub(radius)?;
                    let value = values.get(there)?;
                    Some(share * weight(here, there) * value)
                })
                .sum()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_nothing_are_nothing() {
        assert_eq!(mean(&[]), 0.0);
        assert_eq!(deviation(&[]), 0.0);
        assert!(smoothed(&[], &kernel(1.0), |_, _| 1.0).is_empty());
    }

    #[test]
    fn deviation_of_two_is_half_their_distance() {
        assert!((deviation(&[1.0, 5.0]) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn smoothing_keeps_the_middle_highest_and_gives_to_neighbours() {
        let kernel = kernel(1.0);
        assert!((kernel.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let smooth = smoothed(&[0.0, 0.0, 9.0, 0.0, 0.0], &kernel, |_, _| 1.0);
        assert!(smooth[2] > smooth[1] && smooth[1] > 0.0 && smooth[0] == 0.0);
        assert!((smooth[1] - smooth[3]).abs() < 1e-9);
    }
}
