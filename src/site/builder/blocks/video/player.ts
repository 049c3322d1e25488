/** A video plays in a frame of its host, or as a file of the media library. */
export type Player = { readonly kind: 'frame' | 'file'; readonly src: string }

/** Null if the URL is not a known video. YouTube is embedded from its cookie-free host. */
export function playerOf(address: string): Player | null {
  if (address.startsWith('/')) return /\.(?:mp4|ogv|webm)$/i.test(address) ? { kind: 'file', src: address } : null
  const url = URL.parse(address)
  if (!url) return null
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? ''
  const isVimeo = /(?:^|\.)vimeo\.com$/.test(url.hostname)
  if (!isVimeo && !/(?:^|\.)(?:youtu\.be|youtube(?:-nocookie)?\.com)$/.test(url.hostname)) return null
  const id = isVimeo ? last : (url.searchParams.get('v') ?? last)
  if (!(isVimeo ? /^\d{1,20}$/ : /^[\w-]{6,20}$/).test(id)) return null
  const host = isVimeo ? 'player.vimeo.com/video' : 'www.youtube-nocookie.com/embed'
  return { kind: 'frame', src: `https://${host}/${id}` }
}
