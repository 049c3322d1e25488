/**
 * Sizes that may only fall (ratchet.json): lines of each room, files of each folder, and repeated lines. Lower sizes
 * are recorded automatically; a higher bound is written by hand, and the commit states its reason.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isTest, roomOf } from './rooms.ts'

export type Sizes = {
  /** Non-blank lines of each room, without tests. */
  readonly lines: Readonly<Record<string, number>>
  /** Number of files in a folder, for folders with more than `MAX_FILES`. */
  readonly files: Readonly<Record<string, number>>
  /** Runs of six lines that occur in more than one place, identical except for strings and numbers. */
  readonly repeated: number
}

/** More files in one folder indicate that it should be divided. */
export const MAX_FILES = 30
const RUN = 6

type Source = { readonly path: string; readonly text: string }

export function readSources(root: string): Source[] {
  const paths = globSync('src/**/*.{ts,tsx,js,css}', { cwd: root }).filter((path) => !isTest(path))
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function measure(sources: readonly Source[]): Sizes {
  const lines: Record<string, number> = {}
  const files: Record<string, number> = {}
  for (const { path, text } of sources) {
    const room = roomOf(path)
    lines[room] = (lines[room] ?? 0) + text.split('\n').filter((line) => line.trim() !== '').length
    files[dirname(path)] = (files[dirname(path)] ?? 0) + 1
  }
  const crowded = Object.entries(files).filter(([, count]) => count > MAX_FILES)
  return { lines, files: Object.fromEntries(crowded), repeated: countRepeated(sources) }
}

/** The trimmed lines without imports, comments and lone punctuation, which are the same in many files. */
const comparedLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w.*\w/.test(line) && !/^(import\b|export \{|\*|\/\/|\/\*)/.test(line))
    .map((line) => line.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, "''").replaceAll(/\b\d[\d_.]*\b/g, '0'))

function countRepeated(sources: readonly Source[]): number {
  const runs = new Map<string, number>()
  for (const { text } of sources) {
    const lines = comparedLines(text)
    for (let start = 0; start + RUN <= lines.length; start += 1) {
      const run = lines.slice(start, start + RUN).join('\n')
      runs.set(run, (runs.get(run) ?? 0) + 1)
    }
  }
  return [...runs.values()].filter((count) => count > 1).length
}

/** One line for each size that is above its bound. A new room has no bound, so it is reported, too. */
export function findRises(sizes: Sizes, bounds: Sizes): string[] {
  const above = (measured: Sizes['lines'], allowed: Sizes['lines'], least: number, what: string) =>
    Object.entries(measured)
      .filter(([name, count]) => count > Math.max(least, allowed[name] ?? 0))
      .map(([name, count]) => `${name}: ${count} ${what}, ${Math.max(least, allowed[name] ?? 0)} allowed`)
  return [
    ...above(sizes.lines, bounds.lines, 0, 'lines'),
    ...above(sizes.files, bounds.files, MAX_FILES, 'files in one folder'),
    ...(sizes.repeated > bounds.repeated ? [`${sizes.repeated} runs of lines twice, ${bounds.repeated} allowed`] : []),
  ]
}

/** The bounds, lowered to the measured sizes. */
export function lowered(sizes: Sizes, bounds: Sizes): Sizes {
  const fall = (measured: Sizes['lines'], allowed: Sizes['lines']) =>
    Object.fromEntries(
      Object.entries(allowed)
        .filter(([name]) => name in measured)
        .map(([name, count]) => [name, Math.min(count, measured[name] ?? count)]),
    )
  return {
    lines: fall(sizes.lines, bounds.lines),
    files: fall(sizes.files, bounds.files),
    repeated: Math.min(sizes.repeated, bounds.repeated),
  }
}
