import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite } from '../../catalog/capabilities.ts'

/** The storage key for an uploaded file of this name: unguessable, and no part of it begins with a dot. */
function newFileKey(sentName: string): string {
  const baseName = sentName.replace(/^.*[/\\]/s, '').replaceAll(/[^\p{L}\p{N} ._()-]+/gu, '-')
  const name = baseName
    .slice(-80)
    .replace(/^[\s.]+/, '')
    .toWellFormed()
  return `downloads/${randomBytes(16).toString('base64url')}/${name || 'file'}`
}

/** The response's `file` and `name` are an entry for the `downloads` of a product. */
export const productFilesCall = defineCall({
  summary: 'Uploads a file for product downloads, available only through the links of paid orders',
  method: 'POST',
  path: paths.restProductFiles,
  capability: productsWrite,
  acceptsLargeFile: true,
  response: z.strictObject({ file: z.string(), name: z.string(), size: z.int() }),
  async handler({ files }: Pick<Platform, 'files'>, { largeFile }) {
    if (!largeFile) throw new Error('The file of a form is missing')
    const file = newFileKey(largeFile.name)
    await files.write(file, { sourcePath: largeFile.path })
    return { json: { file, name: file.replace(/^.*\//, ''), size: largeFile.size }, status: 201 }
  },
})
