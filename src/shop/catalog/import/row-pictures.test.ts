import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { diskStore } from '../../../platform/files/disk-store.ts'
import { media } from '../../../things/media/media.table.ts'
import { readUpload, uploadFiles } from '../../../things/media/upload-files.ts'
import { pictureRequests } from '../pictures-by-address/picture-requests.table.ts'
import { later, openTestImport } from './open-test-import.ts'
import { sencha, sums } from './open-test-rows.ts'
import type { RowResult } from './report.ts'

const { bySku, db, file, folder, importRows } = await openTestImport()

describe('pictures', () => {
  const files = uploadFiles({ files: diskStore(join(folder, 'data')), dataDir: join(folder, 'data') })
  const images = { folder, files }

  test('are taken from a folder by the last part of their name, once', async () => {
    await file(
      await sharp({ create: { width: 40, height: 50, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
      'sencha.jpg',
    )
    await file('no picture', 'text.png')
    const row = { ...sencha, Images: 'https://shop.test/a/sencha.jpg?v=2, ../../text.png, /etc/missing.jpg' }
    const dry = await importRows([row], { images, dryRun: true })
    const report = await importRows([row], { images })
    expect(report.pictures).toEqual({ named: 3, added: 1, notFound: 1, notAPicture: 1 })
    expect({ ...dry, dryRun: false, seconds: 0 }).toEqual({ ...report, seconds: 0 })
    expect((await bySku('sencha'))?.pictures.map((picture) => picture.path)).toEqual(['2026/11/sencha.png'])

    // The same file a month later resolves to the same picture.
    expect(sums(await importRows([row], { images, now: later }))).toMatchObject({ unchanged: 1 })
    expect(sums(await importRows([row]))).toMatchObject({ unchanged: 1 })
    expect(await db.select().from(media)).toHaveLength(1)
  })

  test('of a row that is refused leave the library again, unless another row has them', async () => {
    const picture = (background: string) =>
      sharp({ create: { width: 40, height: 50, channels: 3, background } })
        .png()
        .toBuffer()
    for (const name of ['taken', 'shared', 'alone']) await file(await picture('#456'), `${name}.png`)
    const gtin = { 'GTIN, UPC, EAN, or ISBN': '4006381333931' }
    await importRows([{ ...sencha, SKU: 'first', Name: 'First', Images: 'taken.png', ...gtin }], { images })
    const report = await importRows(
      [
        { ...sencha, SKU: 'refused', Name: 'Refused', Images: 'taken.png, shared.png, alone.png', ...gtin },
        { ...sencha, ID: '12', SKU: 'other', Name: 'Other', Images: 'shared.png' },
      ],
      { images },
    )
    expect(report).toMatchObject({ created: 1, rejected: 1, pictures: { named: 4, added: 2 } })
    const rows = await db.select().from(media).orderBy(media.path)
    expect(rows.map(({ path }) => path)).toEqual(['2026/11/shared.png', '2026/11/taken.png'])
    expect(await readUpload(files, '2026/11/alone.png')).toBeNull()
  })

  test('stay as they are while one of the row is missing or on another site', async () => {
    const stored = ['a', 'b', 'c'].map((name) => ({ path: `2026/11/${name}.webp`, mime: 'image/webp', bytes: 1 }))
    await db.insert(media).values(stored.map((row) => ({ ...row, width: 1, height: 1 })))
    const here = (name: string) => `http://localhost/wp-content/uploads/2026/11/${name}.webp`
    const importImages = async (...addresses: readonly string[]) => {
      await importRows([{ ...sencha, Images: addresses.join(', ') }], { fetchesPictures: true })
      return (await bySku('sencha'))?.pictures.map(({ id }) => id)
    }
    // A product without pictures takes those that are there; the others are fetched later.
    expect(await importImages('https://elsewhere.example/x.jpg', here('a'))).toEqual([1])
    expect(await importImages(here('a'), here('b'))).toEqual([1, 2])
    expect(await importImages(here('a'), 'https://elsewhere.example/x.jpg')).toEqual([1, 2])
    expect(await importImages(here('gone'), here('b'))).toEqual([1, 2])
    expect(await importImages(here('b'), here('c'))).toEqual([2, 3])
    expect(await importImages()).toEqual([])
  })

  test('a video among them is left out, and the row says so', async () => {
    const stored = ['a.webp', 'b.webp', 'clip.mp4'].map((name) => ({ path: `2026/11/${name}`, bytes: 1 }))
    const mimes = ['image/webp', 'image/webp', 'video/mp4']
    await db.insert(media).values(stored.map((row, at) => ({ ...row, mime: mimes[at] ?? '', width: 1, height: 1 })))
    const here = (name: string) => `http://localhost/wp-content/uploads/2026/11/${name}`
    const there = 'https://tea.example/a.MOV?t=1'
    const importImages = async (...addresses: readonly string[]) => {
      const notes: string[] = []
      const write = async (results: readonly RowResult[]) => void notes.push(...results.map(({ note }) => note))
      const options = { fetchesPictures: true, ledger: { done: new Map(), withdrawn: [], write } }
      const { pictures } = await importRows([{ ...sencha, Images: addresses.join(', ') }], options)
      return [notes, pictures.notAPicture, (await bySku('sencha'))?.pictures.map(({ id }) => id)]
    }
    const ofClip = 'clip.mp4 is a video and is left out'
    expect(await importImages(here('a.webp'), here('clip.mp4'))).toEqual([[ofClip], 1, [1]])
    const both = `${ofClip}; a.MOV is a video and is left out`
    expect(await importImages(here('clip.mp4'), there, here('b.webp'))).toEqual([[both], 2, [2]])
    expect(await importImages(here('clip.mp4'))).toEqual([[`${ofClip}; its pictures stay as they are`], 1, [2]])
    expect(await db.$count(pictureRequests)).toBe(0)
  })
})
