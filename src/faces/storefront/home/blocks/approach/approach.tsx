import { defineBlock } from '../../../../../things/blocks/block.ts'
import { OptionText } from '../../../../../things/blocks/option-text.tsx'
import { lines, text } from '../../../../../things/blocks/options.ts'
import styles from './approach.module.css'

/** A full-width band: a sticky title beside an ordered list of points. */
export const approach = defineBlock({
  name: 'approach',
  title: 'Points beside a title',
  group: 'text',
  options: { title: text('Title', 'How we choose'), text: lines('Text') },
  item: { title: 'Point', options: { title: text('Title'), text: lines('Text') } },
  View({ options: { title, text: words }, items, id, edit }) {
    if (title === '' && words === '' && items.length === 0) return null
    return (
      <div data-full="">
        <section className={styles.choosing} aria-labelledby={title === '' ? undefined : id}>
          <div className={styles.inner}>
            <div className={styles.head}>
              <OptionText as="h2" id={id} text={title} {...edit('title')} />
              <OptionText text={words} {...edit('text')} />
            </div>
            {items.length > 0 && (
              <ol className={styles.points}>
                {items.map(({ options: point }, index) => (
                  <li key={index}>
                    <OptionText as="h3" text={point.title} />
                    <OptionText text={point.text} />
                  </li>
                ))}
              </ol>
            )}
          </div>
        </section>
      </div>
    )
  },
})
