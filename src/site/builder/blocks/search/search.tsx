import { Submit } from '../../../../platform/ui/buttons.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import { SearchField } from '../../../../platform/web/search-field.tsx'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { text } from '../../../../things/blocks/options.ts'
import styles from './search.module.css'

export const search = defineBlock({
  name: 'search',
  title: 'Search',
  group: 'site',
  options: {
    label: text('Label', 'Search the shop'),
    placeholder: text('Example in the field', 'A tea, a place, a pot'),
    button: text('Button text', 'Search'),
  },
  contentHtml: () => '',
  View: ({ options: { label, placeholder, button }, id, edit }) => (
    <search className={styles.search} data-narrow="">
      <form action={hrefs.shop()} method="get">
        <label htmlFor={id} {...edit('label')}>
          {label || 'Search the shop'}
        </label>
        <div className={styles.row}>
          <SearchField id={id} placeholder={placeholder} />
          <Submit label={button || 'Search'} />
        </div>
      </form>
    </search>
  ),
})
