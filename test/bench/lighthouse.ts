/** Lighthouse scores of the demo shop on a phone: performance at least 95, the other categories 100. */
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumOptions } from '../running/chromium.ts'
import { demo } from '../running/demo-shop.ts'
import { findFreePortPair } from '../running/free-ports.ts'
import { removeDataDir, startShop, temporaryDataDir } from '../running/shop-process.ts'

const pages = [
  ['home', '/'],
  ['listing', '/shop/'],
  ['product', `/product/${demo.simple}/`],
  ['post', `/blog/${demo.post}/`],
  ['project', '/project/'],
] as const

const bounds = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof bounds
const categories = Object.keys(bounds) as Category[]

/** The score of a single run varies by several points. */
const RUNS = 3

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Prints the medians of each page, and returns 1 if a bound is missed. */
export async function measureLighthouse(): Promise<number> {
  const dataDir = await temporaryDataDir()
  const shop = await startShop({ dataDir })
  const port = await findFreePortPair()
  const args = [...(chromiumOptions.args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...chromiumOptions, args })
  let isWithin = true
  try {
    for (const [name, path] of pages) {
      const url = shop.url + (path === '/project/' ? await firstProject(shop.url) : path)
      const { medians, failed } = await medianScores(url, port)
      const missed = categories.filter((category) => medians[category] < bounds[category])
      isWithin &&= missed.length === 0
      const scores = categories.map((category) => `${category} ${medians[category]}`).join(', ')
      print(`${name.padEnd(8)} ${scores}${missed.length > 0 ? `  MISSED: ${failed.join('; ')}` : ''}`)
    }
  } finally {
    await browser.close()
    await shop.stop()
    await removeDataDir(dataDir)
  }
  return isWithin ? 0 : 1
}

async function medianScores(url: string, port: number) {
  const runs: Record<Category, number>[] = []
  const failed = new Set<string>()
  for (let run = 0; run < RUNS; run += 1) {
    const report = (await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error' }))?.lhr
    if (!report) throw new Error(`Lighthouse has no report of ${url}`)
    const scores = categories.map((category) => [category, Math.round((report.categories[category]?.score ?? 0) * 100)])
    runs.push(Object.fromEntries(scores) as Record<Category, number>)
    for (const { title, score, scoreDisplayMode } of Object.values(report.audits))
      if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative') failed.add(title)
  }
  const medianOf = (category: Category) => runs.map((run) => run[category]).toSorted((a, b) => a - b)[1] ?? 0
  const medians = Object.fromEntries(categories.map((category) => [category, medianOf(category)]))
  return { medians: medians as Record<Category, number>, failed: [...failed] }
}

async function firstProject(url: string): Promise<string> {
  const projects = (await (await fetch(`${url}/wp-json/wp/v2/project?per_page=1`)).json()) as { link: string }[]
  return new URL(projects[0]?.link ?? '/').pathname
}
