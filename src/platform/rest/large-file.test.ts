import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { receiveLargeFile } from './large-file.ts'

test('a file that cannot be stored is read to its end before the error is answered, because browsers show none earlier', async () => {
  let [pieces, isRead] = [0, false]
  const body = new ReadableStream({
    pull(controller) {
      if (pieces === 0)
        controller.enqueue(Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'))
      controller.enqueue(Buffer.alloc(65_536, 'a'))
      pieces += 1
      if (pieces < 100) return
      controller.enqueue(Buffer.from('\r\n--x--\r\n'))
      controller.close()
      isRead = true
    },
  })
  const errors: Error[] = []
  const app = new Hono()
    .post('/', async (context) => context.json(await receiveLargeFile(context)))
    .onError((error, context) => {
      errors.push(error)
      return context.text(String(isRead), 503)
    })
  const before = process.env.TMPDIR
  process.env.TMPDIR = '/dev/full'
  try {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const response = await app.request('/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect([response.status, await response.text()]).toEqual([503, 'true'])
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  expect(errors).toMatchObject([{ code: 'ENOTDIR' }])
})
