import { picture, text } from '../../../things/blocks/options.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { defineFeature } from '../feature.ts'
import styles from './perfect-boxes.module.css'

/** A "perfect for" box; adjacent ones form a row (SHOW-07). */
export const perfect = defineFeature({
  name: 'perfect',
  title: '“Perfect for” box',
  options: { title: text('Title'), picture: picture('Picture') },
  enclosesText: true,
  row: `perfect-row ${styles.row}`,
  View({ options: { title, picture: mediaId }, html, pictures }) {
    const shown = pictures.get(mediaId)
    return (
      <div className={`perfect ${styles.box}`}>
        {shown && <Picture picture={shown} maxWidth={96} sizes="96px" alt="" />}
        {title !== '' && <p className={styles.title}>{title}</p>}
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    )
  },
})
