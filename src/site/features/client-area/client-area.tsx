import { address, picture, text } from '../../../things/blocks/options.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { defineFeature } from '../feature.ts'
import styles from './client-area.module.css'

/** Logo or name of a client; adjacent ones form one client area (SHOW-07). */
export const client = defineFeature({
  name: 'client',
  title: 'Client',
  options: { name: text('Name'), picture: picture('Logo'), url: address('Their website') },
  row: `client-area ${styles.area}`,
  View({ options: { name, picture: mediaId, url }, pictures }) {
    const logo = pictures.get(mediaId)
    const shown = logo ? <Picture picture={logo} maxWidth={180} sizes="180px" alt={name || logo.alt} /> : name
    return <div className={`client ${styles.client}`}>{url === '' ? shown : <a href={url}>{shown}</a>}</div>
  },
})
