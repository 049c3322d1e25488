import { button } from '../../../platform/ui/button.tsx'
import { address, number, picture, text } from '../../../things/blocks/options.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { pictureHref } from '../../../things/media/picture-sizes.ts'
import { defineFeature } from '../feature.ts'
import styles from './expanding-grid.module.css'

/** Pictures that open a preview below their row (SHOW-06). Without JavaScript each preview is below its picture. */
export const expandingGrid = defineFeature({
  name: 'expanding_grid',
  title: 'Expanding grid',
  options: { columns: number('Columns', { min: 2, max: 5, default: 4 }) },
  item: {
    name: 'grid_item',
    title: 'Picture with preview',
    options: {
      title: text('Title'),
      picture: picture('Picture'),
      url: address('Address of its page'),
      label: text('Text of the link', 'Read more'),
    },
  },
  View: ({ options: { columns }, items, pictures, id }) => (
    <ul
      className={`plain-list ${styles.grid}`}
      data-feature="expanding_grid"
      style={{ '--columns': columns } as React.CSSProperties}
    >
      {items.map(({ options: { title, picture: number, url, label }, html }, index) => {
        const image = pictures.get(number)
        const preview = `${id}-preview-${index + 1}`
        return (
          <li key={index}>
            <a href={url || (image ? pictureHref(image, image.width) : `#${preview}`)}>
              {image && (
                <Picture picture={image} maxWidth={240} sizes="(min-width: 720px) 240px, 50vw" alt={title && ''} />
              )}
              <span>{title}</span>
            </a>
            <div id={preview} className={styles.preview} role="group" aria-label={title} tabIndex={-1}>
              <div className={styles.box}>
                {image && <Picture picture={image} maxWidth={480} sizes="(min-width: 720px) 320px, 100vw" alt="" />}
                <div>
                  <p className={styles.title}>{title}</p>
                  <div dangerouslySetInnerHTML={{ __html: html }} />
                  {url && (
                    <a className={button.secondary} href={url}>
                      {label}
                      <span className="screen-reader-text">: {title}</span>
                    </a>
                  )}
                </div>
                <button type="button" className={styles.close} data-close>
                  Close
                </button>
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  ),
})
