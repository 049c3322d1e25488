/**
 * A spread literal such as `...{ a, b }` only packs properties into one line, so it is forbidden. Computed names in JSX
 * need `{...{ [name]: value }}`, which stays allowed.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{src,test,sandbox,scripts,db,pictures}/**/*.{ts,tsx}')

test('properties stand where they belong', () => {
  expect(files.length).toBeGreaterThan(1000)
  const packed = files.filter(
    (file) => !file.startsWith('scripts/plain-properties') && /\.\.\.\{\s*[^[\s]/.test(readFileSync(file, 'utf8')),
  )
  expect(packed).toEqual([])
})
