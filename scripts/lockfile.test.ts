import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Locked = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
const packages = lockfile.packages as Record<string, Locked>

test('the lockfile contains the packages of every platform, as npm ci requires', () => {
  const missing = Object.entries(packages).flatMap(([path, found]) =>
    Object.keys({ ...found.dependencies, ...found.optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lockfile has checksums and no download URLs', () => {
  const wrong = Object.entries(packages).filter(([path, { integrity, resolved }]) => path && (!integrity || resolved))
  expect(wrong.map(([path]) => path)).toEqual([])
})

test('versions in package.json are exact', () => {
  const { dependencies, devDependencies } = packages[''] as Locked & { devDependencies: Record<string, string> }
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version))
  expect(loose).toEqual([])
})

/** Looks a package up as Node does: next to the package, then in every node_modules folder further up. */
function isLocked(from: string, name: string): boolean {
  const levels = from.split('/node_modules/')
  return (
    levels.some((_, depth) => {
      const base = levels.slice(0, levels.length - depth).join('/node_modules/')
      return `${base}/node_modules/${name}` in packages
    }) || `node_modules/${name}` in packages
  )
}
