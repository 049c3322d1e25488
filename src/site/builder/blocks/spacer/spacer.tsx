import type { CSSProperties } from 'react'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { number } from '../../../../things/blocks/options.ts'
import styles from './spacer.module.css'

/** Vertical space, smaller on phones. */
export const spacer = defineBlock({
  name: 'spacer',
  title: 'Space',
  group: 'layout',
  options: { height: number('Height in pixels', { min: 0, max: 200, default: 64 }) },
  View: ({ options }) => (
    <div
      className={styles.spacer}
      style={{ '--height': `${options.height}px` } as CSSProperties}
      data-spacer=""
      aria-hidden="true"
    />
  ),
})
