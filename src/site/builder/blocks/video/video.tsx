import { renderToStaticMarkup } from 'react-dom/server'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { OptionText } from '../../../../things/blocks/option-text.tsx'
import { choice, picture, text, video as videoOption } from '../../../../things/blocks/options.ts'
import { withLazyMedia } from '../../../content/lazy-media.ts'
import { playerOf } from './player.ts'
import styles from './video.module.css'

/** A video of YouTube or Vimeo, or a file of the media library. It loads near the viewport. */
export const video = defineBlock({
  name: 'video',
  title: 'Video',
  group: 'media',
  options: {
    video: videoOption('Address on YouTube or Vimeo, or of a video file'),
    title: text('What it shows', 'Video'),
    caption: text('Caption'),
    picture: picture('Picture before it plays, of a file'),
    width: choice('Width', ['column', 'wide'], 'column'),
  },
  View({ options: { video: address, title, caption, picture: mediaId, width }, pictures, edit }) {
    const player = playerOf(address)
    if (!player) return null
    const { kind, src } = player
    const poster = pictures.get(mediaId)
    const size = { width: 1280, height: 720 }
    const markup = renderToStaticMarkup(
      kind === 'frame' ? (
        <iframe src={src} title={title || 'Video'} allowFullScreen {...size} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          src={src}
          poster={poster && hrefs.upload(poster.path)}
          aria-label={title || 'Video'}
          controls
          playsInline
          {...size}
        />
      ),
    )
    return (
      <figure data-narrow={width === 'column' ? '' : undefined}>
        <div className={styles.frame} dangerouslySetInnerHTML={{ __html: withLazyMedia(markup) }} />
        <OptionText as="figcaption" className="soft-small" text={caption} {...edit('caption')} />
      </figure>
    )
  },
})
