import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '../../src/platform/database/connect.ts'
import { addUpload } from '../../src/things/media/add-upload.ts'
import type { UploadFiles } from '../../src/things/media/upload-files.ts'

export type SeedPicture = {
  readonly id: number
  readonly path: string
  readonly width: number
  readonly height: number
  readonly alt: string
}

/** Media by file name in `db/seed/pictures/`. */
export type Pictures = {
  /** Throws when the picture is missing: the demo shop has all its pictures. */
  get(name: string): SeedPicture
  /** All pictures of a product, the pack first. */
  ofProduct(slug: string, colours?: readonly string[]): readonly SeedPicture[]
}

type PictureFile = { readonly name: string; readonly file: string; readonly alt: string }

/** Views of a product in gallery order; teaware has no pack, teas do. */
const views = ['pack', 'side', 'leaf', 'cup', 'in-use', 'detail', 'place']

/** Imports every picture into the media library, as an upload would. */
export async function seedPictures(tx: Tx, files: UploadFiles, root: string, now: Date): Promise<Pictures> {
  const folder = join(root, 'db/seed/pictures')
  const pictureFiles = JSON.parse(await readFile(join(folder, 'pictures.json'), 'utf8')) as PictureFile[]
  const byName = new Map<string, SeedPicture>()
  for (const { name, file, alt } of pictureFiles) {
    const added = await addUpload(tx, files, {
      sourcePath: join(folder, file),
      name,
      title: name.replaceAll('-', ' '),
      alt,
      caption: alt,
      now,
    })
    if (!added.ok) throw new Error(`${file} is not a picture`)
    byName.set(name, added.upload)
  }
  const get = (name: string): SeedPicture => {
    const picture = byName.get(name)
    if (!picture) throw new Error(`The demo shop has no picture ${name}`)
    return picture
  }
  return {
    get,
    ofProduct: (slug, colours = []) => {
      const [first, ...rest] = views.flatMap((view) => byName.get(`${slug}-${view}`) ?? [])
      const matches = [first, ...colours.map((colour) => byName.get(`${slug}-${colour}`)), ...rest].filter(
        (picture) => picture !== undefined,
      )
      if (matches.length === 0) throw new Error(`The demo shop has no picture of ${slug}`)
      return matches
    },
  }
}
