import type { MediaItem } from '../../../../platform/admin/fields/media-item.ts'
import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { paths } from '../../../../platform/web/routes.ts'

const kinds = {
  image: { maxBytes: 2_097_152, endings: /\.(jpe?g|png|gif)$/i, action: 'sktbuilder_add_new_image' },
  video: { maxBytes: 8_388_608, endings: /\.(mp4|ogv|webm)$/i, action: 'sktbuilder_add_new_video' },
}

export type UploadKind = keyof typeof kinds

type Answer = { readonly success?: boolean; readonly url?: string; readonly message?: string }

export type Upload =
  | { readonly kind: 'stored'; readonly url: string }
  | { readonly kind: 'size' | 'format' | 'none' }
  | { readonly kind: 'refused'; readonly message: string }

/** Uploads a file with the plugin's call. The server checks the content again. */
export async function upload(kind: UploadKind, file: File | undefined): Promise<Upload> {
  if (!file) return { kind: 'none' }
  const { maxBytes, endings, action } = kinds[kind]
  if (!endings.test(file.name)) return { kind: 'format' }
  if (file.size > maxBytes) return { kind: 'size' }
  const body = new FormData()
  body.set('action', action)
  body.set(kind, file)
  const response = await fetch(paths.adminAjax, { method: 'POST', body }).catch(() => null)
  const answer = (await response?.json().catch(() => null)) as Answer | null
  return answer?.success && answer.url
    ? { kind: 'stored', url: new URL(answer.url, location.origin).pathname }
    : { kind: 'refused', message: answer?.message ?? '' }
}

/** Finds an uploaded picture by its URL, because the response has no id. A known file is not stored again, so it may be old. */
export async function pictureIdOf(rest: RestClient, url: string): Promise<number | undefined> {
  const slug = url.replace(/^.*\/|\.\w+$/g, '')
  const sameNamed = await rest.get<MediaItem[]>(
    `${paths.restMedia}?context=view&per_page=100&slug=${slug}`,
    new AbortController().signal,
  )
  return sameNamed.find(({ source_url }) => new URL(source_url).pathname === url)?.id
}
