import { videoOf } from '../../../../things/media/video-address.ts'

/** A video plays in a frame of its host, or as a file of the media library. */
export type Player = { readonly kind: 'frame' | 'file'; readonly src: string }

/** Null if the URL is not a known video. YouTube is embedded from its cookie-free host. */
export function playerOf(address: string): Player | null {
  const video = videoOf(address)
  if (!video) return null
  if (video.kind === 'file') return { kind: 'file', src: video.path }
  const host = video.kind === 'vimeo' ? 'player.vimeo.com/video' : 'www.youtube-nocookie.com/embed'
  return { kind: 'frame', src: `https://${host}/${video.id}` }
}
