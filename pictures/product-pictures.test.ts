import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { products } from '../db/seed/products.ts'
import { productJobs } from './product-pictures.ts'
import { render } from './rasterize.ts'
import { wideJobs } from './wide-pictures.ts'

const folder = join(import.meta.dirname, '../db/seed/pictures')
type Entry = {
  readonly name: string
  readonly file: string
  readonly width: number
  readonly height: number
  readonly alt: string
}
const index = JSON.parse(readFileSync(join(folder, 'pictures.json'), 'utf8')) as Entry[]
const jobs = [...wideJobs(), ...productJobs()]

test('every picture of the shop is drawn, and no other lies in the folder', () => {
  expect(index.map(({ name }) => name)).toEqual(jobs.map(({ name }) => name))
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'))
  expect(files.sort()).toEqual(index.map(({ file }) => file).sort())
})

test('every product has three or four pictures', () => {
  for (const { slug } of products) {
    const own = productJobs().filter(
      ({ name }) =>
        /^-(pack|leaf|cup|place|side|in-use|detail)$/.test(name.slice(slug.length)) && name.startsWith(slug),
    )
    expect(own.length, slug).toBeGreaterThanOrEqual(3)
  }
})

test('every picture says in a sentence what is on it', () => {
  for (const { name, alt } of index) expect(alt, name).toMatch(/^[A-ZÀ-Ý“].{19,}[.]$/u)
})

test('pictures stay light: none above 180 KB, all together below 30 MB', () => {
  const sizes = index.map(({ file }) => statSync(join(folder, file)).size)
  expect(Math.max(...sizes)).toBeLessThan(180 * 1024)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(30 * 1024 * 1024)
})

test('a picture comes out the same each time it is drawn', async () => {
  const job = jobs.find(({ name }) => name === 'tokoname-kyusu-side')!
  const [first, second] = [await render(job.draw()), await render(job.draw())]
  expect(first.pixels.equals(second.pixels)).toBe(true)
})
