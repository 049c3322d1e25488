import type { ComponentProps } from 'react'
import styles from './panels.module.css'

const drawings = {
  undo: 'M8.5 5 4.5 9l4 4 M4.5 9h9.5a5 5 0 0 1 0 10h-5',
  redo: 'M15.5 5l4 4-4 4 M19.5 9H10a5 5 0 0 0 0 10h5',
  desktop: 'M3.5 5h17v11h-17z M9 20h6 M12 16v4',
  tablet: 'M6 3.5h12v17H6z M11 17.5h2',
  phone: 'M8 3.5h8v17H8z M11.5 17.5h1',
  keys: 'M3 6.5h18v11H3z M6.5 10h.1 M10 10h.1 M13.5 10h.1 M17 10h.1 M8 14h8',
} as const

type ToolProps = ComponentProps<'button'> & { readonly label: string; readonly icon?: keyof typeof drawings }

/** A tool of the editor. On narrow screens, one with an icon shows only that. */
export const ToolButton = ({ label, icon, ...button }: ToolProps) => (
  <button type="button" className={styles.tool} aria-label={label} title={icon && label} {...button}>
    {icon && (
      <svg aria-hidden="true" viewBox="0 0 24 24" width="22" height="22">
        <path d={drawings[icon]} />
      </svg>
    )}
    <span>{label}</span>
  </button>
)
