import type { Db } from '../../platform/database/connect.ts'
import { MAX_VIDEO_BYTES } from '../../platform/web/upload-limit.ts'
import { type NewUpload, storeUpload, type Upload } from './add-upload.ts'
import type { UploadFiles } from './upload-files.ts'
import { inspectVideo } from './video-container.ts'

type NewVideo = Extract<NewUpload, { readonly bytes: Buffer }>

export type AddVideoResult =
  | { readonly ok: true; readonly upload: Upload; readonly isNew: boolean }
  | { readonly ok: false; readonly problem: 'not-a-video' | 'too-large' }

/** Adds a video to the media library unchanged; otherwise as `addUpload`. */
export async function addVideo(db: Db, files: UploadFiles, video: NewVideo): Promise<AddVideoResult> {
  if (video.bytes.length > MAX_VIDEO_BYTES) return { ok: false, problem: 'too-large' }
  const content = inspectVideo(video.bytes)
  if (!content) return { ok: false, problem: 'not-a-video' }
  return storeUpload(db, files, video, { ...content, kind: 'video' })
}
