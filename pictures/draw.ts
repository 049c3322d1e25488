import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Job, productJobs } from './product-pictures.ts'
import { render, webp } from './rasterize.ts'
import { wideJobs } from './wide-pictures.ts'

/**
 * Draws the shop's pictures into db/seed/pictures/ and keeps their index there.
 *
 *   node pictures/draw.ts                what is missing or changed
 *   node pictures/draw.ts --only SLUG    every picture whose name begins so (commas between several)
 *   node pictures/draw.ts --all          everything again
 *   node pictures/draw.ts --part 1/2     every second one, so that two processes can share the work
 */
const folder = join(import.meta.dirname, '../db/seed/pictures')
const indexFile = join(folder, 'pictures.json')

type Entry = {
  readonly name: string
  readonly file: string
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly hash: string
}

const hashOf = (job: Job): string =>
  createHash('sha256')
    .update(JSON.stringify([job.name, job.width, job.height, job.limit, job.input]))
    .digest('hex')
    .slice(0, 16)

const { values } = parseArgs({
  options: { only: { type: 'string' }, all: { type: 'boolean' }, part: { type: 'string' } },
})
const only = values.only?.split(',')

mkdirSync(folder, { recursive: true })

/** What the index says now; another process may have written to it meanwhile. */
function readIndex(): Map<string, Entry> {
  if (!existsSync(indexFile)) return new Map()
  return new Map((JSON.parse(readFileSync(indexFile, 'utf8')) as Entry[]).map((entry) => [entry.name, entry]))
}

const jobs = [...wideJobs(), ...productJobs()]
const known = readIndex()
const [part, parts] = (values.part ?? '1/1').split('/').map(Number) as [number, number]
const due = jobs
  .filter((job) =>
    only
      ? only.some((start) => job.name.startsWith(start))
      : values.all || known.get(job.name)?.hash !== hashOf(job) || !existsSync(join(folder, `${job.name}.webp`)),
  )
  .filter((_, index) => index % parts === part - 1)
console.log(`${jobs.length} pictures, ${due.length} to draw`)

const drawn = new Map<string, Entry>()

/** The index follows the order of the jobs, so that it changes little when one picture changes. */
function saveIndex(): void {
  const before = readIndex()
  const entries = jobs.flatMap((job): Entry[] => {
    const entry = drawn.get(job.name) ?? before.get(job.name)
    return entry ? [{ ...entry, alt: job.alt }] : []
  })
  writeFileSync(indexFile, `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`)
}

for (const [index, job] of due.entries()) {
  const sheet = await render(job.draw())
  const data = await webp(sheet, job.limit)
  const { name, width, height, alt } = job
  writeFileSync(join(folder, `${name}.webp`), data)
  drawn.set(name, { name, file: `${name}.webp`, width, height, alt, hash: hashOf(job) })
  if (index % 10 === 9) saveIndex()
  console.log(`${index + 1}/${due.length} ${name} ${Math.round(data.length / 1024)} KB`)
}
saveIndex()
