import { defineBlock } from '../../../../../things/blocks/block.ts'
import { lines, text } from '../../../../../things/blocks/options.ts'
import styles from './approach.module.css'

/** A full-width band: a sticky title beside an ordered list of points. */
export const approach = defineBlock({
  name: 'approach',
  title: 'Points beside a title',
  group: 'text',
  options: { title: text('Title', 'How we choose'), text: lines('Text') },
  item: { title: 'Point', options: { title: text('Title'), text: lines('Text') } },
  View: ({ options, items, id, edit }) => (
    <div data-full="">
      <section className={styles.choosing} aria-labelledby={id}>
        <div className={styles.inner}>
          <div className={styles.head}>
            <h2 id={id} {...edit('title')}>
              {options.title}
            </h2>
            <p {...edit('text')}>{options.text}</p>
          </div>
          <ol className={styles.points}>
            {items.map(({ options: point }, index) => (
              <li key={index}>
                <h3>{point.title}</h3>
                <p>{point.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
    </div>
  ),
})
