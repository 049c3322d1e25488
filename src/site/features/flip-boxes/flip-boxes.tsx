import { Icon } from '../../../platform/ui/icon.tsx'
import { address, picture, text } from '../../../things/blocks/options.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { columnCount } from '../column-grid/column-grid.tsx'
import { defineFeature } from '../feature.ts'
import styles from './flip-boxes.module.css'

/** Boxes that turn to their back (SHOW-05). Without JavaScript the back is below the front. */
export const flipBoxes = defineFeature({
  name: 'flip_boxes',
  title: 'Flip boxes',
  options: { columns: columnCount() },
  item: {
    name: 'flip_box',
    title: 'Box',
    options: {
      title: text('Title'),
      text: text('Text on the front'),
      picture: picture('Picture on the front'),
      url: address('Address on the back'),
      label: text('Text of the link', 'Read more'),
    },
  },
  View: ({ options: { columns }, items, pictures }) => (
    <ul
      className={`plain-list ${styles.boxes}`}
      data-feature="flip_boxes"
      style={{ '--columns': columns } as React.CSSProperties}
    >
      {items.map(({ options, html }, index) => {
        const front = pictures.get(options.picture)
        return (
          <li key={index}>
            <div className={styles.front}>
              {front && <Picture picture={front} maxWidth={360} sizes="(min-width: 720px) 360px, 100vw" />}
              <div className={styles.words}>
                <p className={styles.title}>{options.title}</p>
                {options.text && <p>{options.text}</p>}
              </div>
            </div>
            <button type="button" className={styles.turn} aria-pressed="false">
              <Icon name="return" />
              <span className="screen-reader-text">Turn over: {options.title}</span>
            </button>
            <div className={styles.back} role="group" aria-label={`Back of ${options.title}`}>
              <div dangerouslySetInnerHTML={{ __html: html }} />
              {options.url && (
                <a href={options.url}>
                  {options.label}
                  <span className="screen-reader-text">: {options.title}</span>
                </a>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  ),
})
