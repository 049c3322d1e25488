import { formatBytes } from '../../../platform/files/format-bytes.ts'
import { conflict, errorOf, type RestError } from '../../../platform/rest/response.ts'
import { MAX_VIDEO_BYTES } from '../../../platform/web/upload-limit.ts'
import type { AddVideoResult } from '../add-video.ts'
import type { CleanPicture } from '../clean-picture.ts'
import type { MediaRow, MediaUse } from '../media.store.ts'

/** WordPress's codes and messages. */
export const invalidId = errorOf(404, 'rest_post_invalid_id', 'Invalid post ID.')
const tooFar = 'The page number requested is larger than the number of pages available.'
export const invalidPage = errorOf(400, 'rest_post_invalid_page_number', tooFar)
export const noData = errorOf(400, 'rest_upload_no_data', 'No data supplied.')
const notTrashed = "The post does not support trashing. Set 'force=true' to delete."
export const noTrash = errorOf(501, 'rest_trash_not_supported', notTrashed)
export const denied = (code: string, what: string) => ({ code, message: `Sorry, you are not allowed to ${what}.` })

type Problem = Extract<CleanPicture | AddVideoResult, { ok: false }>['problem']

const problemTexts: Readonly<Record<Problem, string>> = {
  'not-a-picture':
    'This file is not a picture or video that can be used here. Pictures are JPEG, PNG, GIF, WebP or AVIF, videos MP4, OGV or WebM.',
  'too-many-pixels': 'This picture has more than 60 million pixels. Make it smaller, and upload it again.',
  'not-a-video':
    'This file is not a video that can be used here. Videos are MP4, OGV or WebM, whole and with nothing added to them.',
  'too-large': `This video is larger than ${formatBytes(MAX_VIDEO_BYTES)}. Make it smaller or shorter, and upload it again.`,
}

/** The error for an unusable file, with WordPress's codes but status 400: WordPress's 500 would blame the server. */
export function unusable(problem: Problem): RestError {
  const code = problem === 'too-large' ? 'rest_upload_file_too_big' : 'rest_upload_sideload_error'
  return errorOf(400, code, problemTexts[problem])
}

const notReplacedTexts = {
  'another-kind': 'A picture can only be replaced by a picture, and a video by a video.',
  'in-library': 'This file is in the library already, and can be chosen there.',
}
export const notReplaced = (problem: keyof typeof notReplacedTexts) =>
  conflict('rest_media_not_replaced', notReplacedTexts[problem])

const nouns: Partial<Record<MediaUse['type'], string>> = {
  product_variation: 'variation',
  template: 'template',
  term: 'category',
  setting: 'screen',
}

/** Unlike WordPress, which deletes used pictures and leaves broken pages. */
export function inUse({ mime }: Pick<MediaRow, 'mime'>, uses: readonly MediaUse[]): RestError {
  const named = uses.slice(0, 3).map(({ type, title }) => `the ${nouns[type] ?? type} “${title}”`)
  const otherCount = uses.length - named.length
  const list = [...named, ...(otherCount > 0 ? [`${otherCount} more`] : [])]
  return {
    status: 409,
    code: 'samovar_rest_media_in_use',
    message: `This ${mime.startsWith('video/') ? 'video' : 'picture'} is shown by ${list.join(', ').replace(/, ([^,]*)$/, ' and $1')}. Remove it there first.`,
    data: { used_by: uses },
  }
}
