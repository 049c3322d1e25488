import sharp from 'sharp'
import { expect, test } from 'vitest'
import { adminRest } from '../../../../../test/support/admin-rest.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { media } from '../../../../things/media/media.table.ts'
import { pictureIdOf, upload } from './upload.ts'

const { app, db, shop } = await openShop()
const rest = adminRest({ app, url: shop.url }, await createSignedInUser(shop, 'editor'))

test('a picture that the library has already is found, however many were added after it', async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2c5a45' } })
    .png()
    .toBuffer()
  const send = () => upload('image', new File([new Uint8Array(bytes)], 'pot.png', { type: 'image/png' }))
  const first = await send()
  const url = first.kind === 'stored' ? first.url : ''
  const id = await pictureIdOf(rest, url)
  expect(id).toBeGreaterThan(0)
  await db.insert(media).values(
    Array.from({ length: 101 }, (_, index) => ({
      id: 5000 + index,
      path: `2026/11/later-${index}.webp`,
      mime: 'image/webp',
      title: 'pot',
      width: 10,
      height: 10,
      bytes: 1,
    })),
  )
  expect(await send()).toEqual(first)
  expect(await pictureIdOf(rest, url)).toBe(id)
  expect(await pictureIdOf(rest, url.replace('pot', 'pots'))).toBeUndefined()
})
