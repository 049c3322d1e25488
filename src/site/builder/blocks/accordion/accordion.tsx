import { defineBlock } from '../../../../things/blocks/block.ts'
import { flag, text } from '../../../../things/blocks/options.ts'
import prose from '../../../content/pages/prose.module.css'
import styles from './accordion.module.css'

/** Collapsible texts with titles; works without JavaScript. */
export const accordion = defineBlock({
  name: 'accordion',
  title: 'Accordion',
  group: 'text',
  options: {
    exclusive: flag('Opening one closes the others', false),
    open: flag('The first one is open', true),
  },
  item: { title: 'Part', options: { title: text('Title', 'Title') }, enclosesText: true },
  View: ({ options, items, id }) =>
    items.length > 0 && (
      <div className={styles.accordion} data-narrow="">
        {items.map(({ options: { title }, html }, index) => (
          <details key={index} name={options.exclusive ? id : undefined} open={options.open && index === 0}>
            <summary>{title || `Part ${index + 1}`}</summary>
            <div className={`${prose.prose} ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
          </details>
        ))}
      </div>
    ),
})
