// Shows COUNT pages with Crawlee and Playwright, as tests/measures/browser_compare.py asks: with their
// defaults, or without what this program does not load. Each page is read once its text is there.
//
// usage: node browser_compare.mjs BASE COUNT AT_ONCE defaults|blocking CHROMIUM
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');
const { PlaywrightCrawler, Configuration, log, LogLevel } = require('crawlee');
const [base, count, atOnce, how, chromium] = process.argv.slice(2);
log.setLevel(LogLevel.ERROR);
let read = 0;
const crawler = new PlaywrightCrawler({
  maxConcurrency: Number(atOnce),
  minConcurrency: Number(atOnce),
  launchContext: { launchOptions: { executablePath: chromium, headless: true, args: ['--no-sandbox'] } },
  preNavigationHooks: how === 'blocking' ? [async ({ page }) => {
    await page.route('**/*', (route) => {
      const blocked = ['image', 'media', 'font'].includes(route.request().resourceType());
      return blocked ? route.abort() : route.continue();
    });
  }] : [],
  async requestHandler({ page }) {
    await page.waitForSelector('h1');
    const html = await page.content();
    if (html.includes('<h1>Page ')) read += 1;
  },
}, new Configuration({ persistStorage: false }));
const all = [...Array(Number(count)).keys()].map((number) => `${base}/page/${number}`);
await crawler.run(all);
console.log(JSON.stringify({ read }));
process.exit(read === Number(count) ? 0 : 1);
