import sharp, { type Sharp } from 'sharp'
import { expect, test, vi } from 'vitest'
import { openShop } from '../test/support/shop.ts'
import { shopJobs } from './jobs.ts'
import { sendEmailsJob } from './things/messages/send-message.ts'

const { shop } = await openShop()

test('mail goes out again after the logo could not be drawn once', async () => {
  const handler = shopJobs({ SMTP_URL: 'smtp://127.0.0.1:1' }).find(({ job }) => job.name === sendEmailsJob.name)
  const send = async () => handler?.run(shop, undefined as never)
  vi.spyOn(sharp.prototype as Sharp, 'toBuffer').mockRejectedValueOnce(new Error('out of memory'))
  await expect(send()).rejects.toThrow('out of memory')
  await expect(send()).resolves.toBeUndefined()
})
