import { z } from 'zod'
import { address, picture, text } from '../../../things/blocks/options.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { defineFeature } from '../feature.ts'
import styles from './service-rows.module.css'

const row = `service-row ${styles.row}`
const options = { title: text('Title'), url: address('Leads to') }

const Title = ({ title, url }: { readonly title: string; readonly url: string }) =>
  title !== '' && <p className={styles.title}>{url === '' ? title : <a href={url}>{title}</a>}</p>

/** A service with or without a picture; adjacent ones form a row (SHOW-07). */
export const service = defineFeature({
  name: 'service',
  title: 'Service',
  options: z.object(options),
  enclosesText: true,
  row,
  View: ({ options: { title, url }, html }) => (
    <div className={`service ${styles.service}`}>
      <Title title={title} url={url} />
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  ),
})

export const serviceThumb = defineFeature({
  name: 'service_thumb',
  title: 'Service with a picture',
  options: z.object({ ...options, picture: picture('Picture') }),
  enclosesText: true,
  row,
  View({ options: { title, url, picture: mediaId }, html, pictures }) {
    const shown = pictures.get(mediaId)
    return (
      <div className={`service-thumb ${styles.service}`}>
        {shown && <Picture picture={shown} maxWidth={380} sizes="(min-width: 600px) 33vw, 90vw" alt="" />}
        <Title title={title} url={url} />
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    )
  },
})
