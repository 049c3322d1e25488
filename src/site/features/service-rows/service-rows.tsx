import { address, picture, text } from '../../../things/blocks/options.ts'
import type { Picture as MediaPicture } from '../../../things/media/media.table.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { defineFeature } from '../feature.ts'
import styles from './service-rows.module.css'

const row = `service-row ${styles.row}`
const options = { title: text('Title'), url: address('Leads to') }

type ServiceProps = { className: string; title: string; url: string; html: string; shown?: MediaPicture | undefined }

const Service = ({ className, title, url, html, shown }: ServiceProps) => (
  <div className={`${className} ${styles.service}`}>
    {shown && <Picture picture={shown} maxWidth={380} sizes="(min-width: 600px) 33vw, 90vw" alt="" />}
    {title !== '' && <p className={styles.title}>{url === '' ? title : <a href={url}>{title}</a>}</p>}
    <div dangerouslySetInnerHTML={{ __html: html }} />
  </div>
)

/** A service with or without a picture; adjacent ones form a row (SHOW-07). */
export const service = defineFeature({
  name: 'service',
  title: 'Service',
  options,
  enclosesText: true,
  row,
  View: ({ options: { title, url }, html }) => <Service className="service" title={title} url={url} html={html} />,
})

export const serviceThumb = defineFeature({
  name: 'service_thumb',
  title: 'Service with a picture',
  options: { ...options, picture: picture('Picture') },
  enclosesText: true,
  row,
  View: ({ options: { picture: mediaId, ...shown }, html, pictures }) => (
    <Service className="service-thumb" {...shown} html={html} shown={pictures.get(mediaId)} />
  ),
})
