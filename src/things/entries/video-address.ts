import { z } from 'zod'
import { isRecord } from '../../platform/rest/request.ts'

/** Video URLs as people copy them, each with the URL of its embedded player. */
const players: readonly (readonly [copied: RegExp, player: string])[] = [
  [
    /^https:\/\/(?:youtu\.be\/|(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:\S*&)?v=|shorts\/))([\w-]{1,20})(?:[?&#]\S*)?$/,
    'https://www.youtube.com/watch?v=',
  ],
  [/^https:\/\/(?:www\.)?vimeo\.com\/(\d{1,20})(?:[/?#]\S*)?$/, 'https://player.vimeo.com/video/'],
]
const allowedVideo =
  /^(?:https:\/\/(?:www\.youtube(?:-nocookie)?\.com|player\.vimeo\.com)\/[^\s"'<>]+|\/wp-content\/uploads\/[\w./-]+\.(?:mp4|webm|mov))$/

const playerOf = (address: string): string => {
  for (const [copied, player] of players) {
    const id = copied.exec(address)?.[1]
    if (id !== undefined) return player + id
  }
  return address
}

/** URL of a video that the shop may play: from an allowed host, or uploaded; '' for none. */
export const videoAddress = z
  .string()
  .max(500)
  .transform((text) => playerOf(text.trim()))
  .refine((address) => address === '' || (allowedVideo.test(address) && !address.includes('..')), {
    error: 'Write the address of a video on YouTube or Vimeo, or of an uploaded video file.',
  })

/** URL of the video in an entry's stored fields. */
export const storedVideo = (fields: unknown): string => {
  const video = videoAddress.safeParse(isRecord(fields) ? fields.video : '')
  return video.success ? video.data : ''
}
