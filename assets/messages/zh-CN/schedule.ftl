# schedule
