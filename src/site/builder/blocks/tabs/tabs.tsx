import tabList from '../../../../platform/ui/tab-list.module.css'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { OptionText } from '../../../../things/blocks/option-text.tsx'
import { text } from '../../../../things/blocks/options.ts'
import prose from '../../../content/pages/prose.module.css'
import styles from './tabs.module.css'

const SCRIPT = 'src/site/builder/blocks/tabs/tabs.client.ts'

/** Texts of which one is visible; without JavaScript all are, one below the other. */
export const tabs = defineBlock({
  name: 'tabs',
  title: 'Tabs',
  group: 'text',
  options: {},
  item: { title: 'Tab', options: { title: text('Title', 'Title') }, enclosesText: true },
  load: async () => ({ data: undefined, scripts: [SCRIPT] }),
  View: ({ items, id }) =>
    items.length > 0 && (
      <div className={styles.tabs} data-narrow="" data-tabs="">
        <ul className={tabList.tabs} role="tablist">
          {items.map(({ options: { title } }, index) => (
            <li key={index} role="presentation">
              <a
                href={`#${id}-${index + 1}`}
                id={`${id}-tab-${index + 1}`}
                role="tab"
                aria-controls={`${id}-${index + 1}`}
                aria-selected={index === 0}
                tabIndex={index === 0 ? 0 : -1}
              >
                {title || `Tab ${index + 1}`}
              </a>
            </li>
          ))}
        </ul>
        {items.map(({ options: { title }, html }, index) => (
          <div
            key={index}
            className={styles.panel}
            id={`${id}-${index + 1}`}
            role="tabpanel"
            aria-labelledby={`${id}-tab-${index + 1}`}
          >
            <OptionText className={styles.title} text={title} />
            <div className={prose.prose} dangerouslySetInnerHTML={{ __html: html }} />
          </div>
        ))}
      </div>
    ),
})
