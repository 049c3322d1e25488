import { z } from 'zod'
import { escapeHtml } from '../../../../platform/web/plain-text.ts'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { address, choice, flag, picture, text } from '../../../../things/blocks/options.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import styles from './image.module.css'

const sizes = {
  column: { maxWidth: 720, sizes: '(min-width: 784px) 720px, 100vw' },
  wide: { maxWidth: 1200, sizes: '(min-width: 1264px) 1200px, 100vw' },
  full: { maxWidth: 1920, sizes: '100vw' },
} as const

/** A picture of the library. It is a link, or opens larger. */
export const image = defineBlock({
  name: 'image',
  title: 'Picture',
  group: 'media',
  options: z.object({
    picture: picture('Picture'),
    caption: text('Caption'),
    alt: text('Alternative text, if not that of the library'),
    url: address('Leads to'),
    lightbox: flag('Opens larger', true),
    width: choice('Width', ['column', 'wide', 'full'], 'column'),
  }),
  contentHtml: ({ caption }) => (caption === '' ? '' : `<p>${escapeHtml(caption)}</p>`),
  View({ options: { picture: mediaId, caption, alt, url, lightbox, width }, pictures, edit }) {
    const found = pictures.get(mediaId)
    if (!found) return null
    const isLink = url !== '' || lightbox
    // A link needs a name.
    const altText = alt || found.alt || (isLink ? caption || found.title || 'Picture' : '')
    const shownPicture = <Picture picture={found} {...sizes[width]} alt={altText} />
    return (
      <figure
        className={styles.picture}
        data-narrow={width === 'column' ? '' : undefined}
        data-full={width === 'full' ? '' : undefined}
      >
        {url !== '' ? (
          <a href={url}>{shownPicture}</a>
        ) : lightbox ? (
          <a href={hrefs.upload(found.path)} rel="prettyPhoto" title={caption || undefined}>
            {shownPicture}
          </a>
        ) : (
          shownPicture
        )}
        {caption !== '' && (
          <figcaption className="soft-small" {...edit('caption')}>
            {caption}
          </figcaption>
        )}
      </figure>
    )
  },
})
