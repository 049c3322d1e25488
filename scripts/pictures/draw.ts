import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Job, productJobs } from './catalogue.ts'
import { print, webp } from './press.ts'
import { wideJobs } from './wide.ts'

/**
 * Draws the shop's pictures into db/seed/pictures/ and keeps their index there.
 *
 *   node scripts/pictures/draw.ts                what is missing or changed
 *   node scripts/pictures/draw.ts --only SLUG    every picture whose name begins so (commas between several)
 *   node scripts/pictures/draw.ts --all          everything again
 */
const folder = join(import.meta.dirname, '../../db/seed/pictures')
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

const { values } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean' } } })
const only = values.only?.split(',')

mkdirSync(folder, { recursive: true })
const known = new Map<string, Entry>()
if (existsSync(indexFile))
  for (const entry of JSON.parse(readFileSync(indexFile, 'utf8')) as Entry[]) known.set(entry.name, entry)

const jobs = [...wideJobs(), ...productJobs()]
const due = jobs.filter((job) =>
  only
    ? only.some((part) => job.name.startsWith(part))
    : values.all || known.get(job.name)?.hash !== hashOf(job) || !existsSync(join(folder, `${job.name}.webp`)),
)
console.log(`${jobs.length} pictures, ${due.length} to draw`)

/** The index follows the order of the jobs, so that it changes little when one picture changes. */
function saveIndex(): void {
  const entries = jobs.flatMap((job): Entry[] => {
    const entry = known.get(job.name)
    return entry ? [{ ...entry, alt: job.alt }] : []
  })
  writeFileSync(indexFile, `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`)
}

for (const [index, job] of due.entries()) {
  const sheet = await print(job.draw())
  const data = await webp(sheet, job.limit)
  writeFileSync(join(folder, `${job.name}.webp`), data)
  known.set(job.name, {
    name: job.name,
    file: `${job.name}.webp`,
    width: job.width,
    height: job.height,
    alt: job.alt,
    hash: hashOf(job),
  })
  if (index % 10 === 9) saveIndex()
  console.log(`${index + 1}/${due.length} ${job.name} ${Math.round(data.length / 1024)} KB`)
}
saveIndex()
