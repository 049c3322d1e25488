import { type ReactNode, useId, useRef } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Button } from './parts.tsx'
import styles from './popup.module.css'

type PopupProps = { readonly icon: IconName; readonly title: string; readonly children: ReactNode }

/** A button with a popover. The browser closes it on Escape and on a click outside. */
export function Popup({ icon, title, children }: PopupProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const place = () => {
    const from = button.current?.getBoundingClientRect()
    if (!from || !panel.current) return
    const { style } = panel.current
    style.insetBlockStart = `${from.bottom + scrollY + 6}px`
    style.insetInlineStart = `${Math.max(16, Math.min(from.left, innerWidth - Math.min(320, innerWidth - 32) - 16))}px`
  }
  return (
    <>
      <Button ref={button} popoverTarget={id}>
        <Icon name={icon} size={16} /> {title}
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={title}
        className={styles.panel}
        onBeforeToggle={place}
      >
        {children}
      </div>
    </>
  )
}
