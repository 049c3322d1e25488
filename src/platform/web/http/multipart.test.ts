import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../../test/support/cpu-time.ts'
import { parseMultipart } from './multipart.ts'

const BOUNDARY = '----FormBoundary7MA4YWxkTrZu0gW'
const type = `multipart/form-data; boundary=${BOUNDARY}`
const part = (name: string, value = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const end = `--${BOUNDARY}--\r\n`
const parse = (text: string, contentType = type) => parseMultipart(Buffer.from(text), contentType)

test('a form is read with its texts and files, whatever follows it', async () => {
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n\r\n\r\nleaf\r\n`
  const form = await parse(`${part('name', 'Ada')}${file}${end}the end`)
  expect(form?.get('name')).toBe('Ada')
  expect(await new Response(form?.get('file')).text()).toBe('\r\n\r\nleaf')
  const quoted = `Multipart/Form-Data; charset=utf-8; boundary="${BOUNDARY}"`
  expect((await parse(part('name', 'Ada') + end, quoted))?.get('name')).toBe('Ada')
  expect([...((await parse(part('a').repeat(1000) + end)) ?? [])]).toHaveLength(1000)
})

test('what is no form, or has more parts than a form may have, is refused', async () => {
  const form = part('a') + end
  for (const other of ['multipart/form-data', 'multipart/form-data; boundary=b', 'text/plain'])
    expect(await parse(form, other)).toBeNull()
  expect(await parse(part('a').repeat(1001) + end)).toBeNull()
})

test('separators without headers cost no more than a moment', async () => {
  const bytes = Buffer.from(`--${BOUNDARY}\r\n`.repeat(1000) + 'a'.repeat(20_000_000))
  expect(await cpuMsOf(async () => expect(await parseMultipart(bytes, type)).toBeNull())).toBeLessThan(300)
})
