import type { CSSProperties } from 'react'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { choice } from '../../../../things/blocks/options.ts'
import styles from './columns.module.css'

const slots = [1, 2, 3, 4].map((number) => ({ name: `column_${number}`, title: `Column ${number}` }))

/** Columns of blocks, stacked on narrow screens. */
export const columns = defineBlock({
  name: 'layout_columns',
  title: 'Columns of blocks',
  group: 'layout',
  options: {
    count: choice('Columns', ['2', '3', '4'], '2'),
    align: choice('Place of shorter columns', ['start', 'center'], 'start'),
  },
  slots,
  shownSlots: ({ count }) => slots.slice(0, Number(count)),
  View: ({ options, slots: filled }) => (
    <div
      className={styles.columns}
      style={{ '--columns': options.count } as CSSProperties}
      data-columns={options.count}
      data-align={options.align}
    >
      {slots.slice(0, Number(options.count)).map(({ name }) => (
        <div key={name} data-blocks="">
          {filled[name]}
        </div>
      ))}
    </div>
  ),
})
