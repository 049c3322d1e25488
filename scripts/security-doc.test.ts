/** docs/security.md answers each line of a standard with what the shop does, and names the test that proves it. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| asked for'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('every line has an answer, and a test unless the answer is a reason', () => {
  expect(rows.length).toBeGreaterThan(40)
  const unanswered = rows.filter(([, , answer = '', proof = '']) => answer === '' || (proof !== '' && !proofOf(proof)))
  expect(unanswered).toEqual([])
})

test.each(rows.flatMap(([, , , proof = '']) => proofOf(proof) ?? []))(
  '$file has the test $title',
  ({ file, title }) => {
    expect(existsSync(join(root, file))).toBe(true)
    expect(readFileSync(join(root, file), 'utf8')).toContain(title)
  },
)

function proofOf(cell: string): { readonly file: string; readonly title: string } | null {
  const [, file, title] = /^`([^`]+)` "(.+)"$/.exec(cell) ?? []
  return file === undefined || title === undefined ? null : { file, title }
}
