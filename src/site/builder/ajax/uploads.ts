import { cutText } from '../../../platform/storable-text.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { cleanLine } from '../../../things/entries/clean-content.ts'
import { addVideo } from '../../../things/media/add-video.ts'
import { addFile } from '../../../things/media/rest/media.ts'
import { unusable } from '../../../things/media/rest/media-errors.ts'
import { inspectPicture, uploadFiles } from '../../../things/media/upload-files.ts'
import { type EditorCall, failedUpload } from './editor-call.ts'

type UploadShop = Pick<Platform, 'dataDir' | 'db' | 'files' | 'now' | 'url'>

const MAX_IMAGE_BYTES = 2_097_152
const MAX_TITLE_LENGTH = 500

const failed = (message: string) => ({ json: failedUpload(message) })

type NewFile = Parameters<typeof addFile>[1]
type Added = Awaited<ReturnType<typeof addFile>> | { readonly ok: false; readonly message: string }

const uploadCall =
  (field: 'image' | 'video', add: (shop: UploadShop, file: NewFile) => Promise<Added>) =>
  async ({ context, shop, user }: EditorCall<UploadShop>) => {
    // Rejected if the body is no form.
    const form = await context.req.formData().catch(() => null)
    const sent = form?.get(field)
    if (!(sent instanceof File) || sent.size === 0) return failed('No file was sent.')
    const name = (sent.name.split(/[\\/]/).at(-1) ?? '').replace(/\.\w{1,5}$/, '')
    const title = cutText(cleanLine(name.toWellFormed()), MAX_TITLE_LENGTH)
    const bytes = Buffer.from(await sent.arrayBuffer())
    const added = await add(shop, { name, title, alt: '', bytes, authorId: user.id, now: shop.now() })
    if (!added.ok) return failed('message' in added ? added.message : unusable(added.problem).message)
    const { id, path } = added.upload
    const event = {
      kind: 'media' as const,
      summary: `Uploads ${field === 'image' ? 'an image' : 'a video'}`,
      subjectId: id,
      subjectName: title,
    }
    return { json: { success: true, error: false, url: shop.url + hrefs.upload(path), message: '' }, event }
  }

/** Stores a re-encoded image. File types that the plugin does not accept are left to the media library. */
export const addImage = uploadCall('image', async (shop, file) => {
  if (file.bytes.length > MAX_IMAGE_BYTES)
    return { ok: false, message: 'This image is larger than 2 MB. Make it smaller, and upload it again.' }
  const content = await inspectPicture({ bytes: file.bytes })
  if (!content || !['jpeg', 'png', 'gif'].includes(content.format) || isPolyglot(file.bytes))
    return { ok: false, message: 'This file is not an image that can be used here. JPEG, PNG and GIF are.' }
  return addFile(shop, file)
})

export const addVideoFile = uploadCall('video', (shop, file) => addVideo(shop.db, uploadFiles(shop), file))

/** Whether other programs would read a page, script or archive from the file; an archive's directory is at its end. */
const isPolyglot = (bytes: Buffer): boolean =>
  /<(?:script|html|svg|body|iframe|!doctype)[\s/>]|<\?php|%PDF-/i.test(bytes.toString('latin1')) ||
  bytes.subarray(-MAX_ARCHIVE_END).includes('PK\x05\x06')
const MAX_ARCHIVE_END = 66_000
