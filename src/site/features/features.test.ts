import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { featuresJson } from './feature-json.ts'

test('every feature and each of its options is documented', () => {
  const text = readFileSync(new URL('../../../docs/features.md', import.meta.url), 'utf8')
  for (const { name, title, options, item } of featuresJson()) {
    const row = text.split('\n').find((line) => line.includes(`| \`${name}\` |`)) ?? ''
    expect(row, name).toContain(title)
    const names = [...options, ...(item ? [item, ...item.options] : [])].map((one) => `\`${one.name}\``)
    for (const one of names) expect(row, name).toContain(one)
  }
})
