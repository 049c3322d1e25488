import { escapeHtml } from '../../../../platform/web/plain-text.ts'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { OptionText } from '../../../../things/blocks/option-text.tsx'
import { address, choice, flag, picture, text } from '../../../../things/blocks/options.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import styles from './image.module.css'

const sizes = {
  column: { maxWidth: 720, sizes: '(min-width: 784px) 720px, 100vw' },
  wide: { maxWidth: 1200, sizes: '(min-width: 1264px) 1200px, 100vw' },
  full: { maxWidth: 1920, sizes: '100vw' },
} as const

/** A picture of the media library, linked or with a larger view. */
export const image = defineBlock({
  name: 'image',
  title: 'Picture',
  group: 'media',
  options: {
    picture: picture('Picture'),
    caption: text('Caption'),
    alt: text('Alternative text, if not that of the library'),
    url: address('Leads to'),
    lightbox: flag('Opens larger', true),
    width: choice('Width', ['column', 'wide', 'full'], 'column'),
  },
  contentHtml: ({ caption }) => (caption === '' ? '' : `<p>${escapeHtml(caption)}</p>`),
  View({ options: { picture: mediaId, caption, alt, url, lightbox, width }, pictures, edit }) {
    const media = pictures.get(mediaId)
    if (!media) return null
    const isLink = url !== '' || lightbox
    // A linked picture needs an accessible name.
    const altText = alt || media.alt || (isLink ? caption || media.title || 'Picture' : '')
    const pictureElement = <Picture picture={media} {...sizes[width]} alt={altText} />
    const larger = { href: hrefs.upload(media.path), rel: 'prettyPhoto', title: caption || undefined }
    return (
      <figure
        className={styles.picture}
        data-narrow={width === 'column' ? '' : undefined}
        data-full={width === 'full' ? '' : undefined}
      >
        {isLink ? <a {...(url === '' ? larger : { href: url })}>{pictureElement}</a> : pictureElement}
        <OptionText as="figcaption" className="soft-small" text={caption} {...edit('caption')} />
      </figure>
    )
  },
})
