import type { HTMLAttributes } from 'react'

type OptionTextProps = HTMLAttributes<HTMLElement> & {
  readonly as?: 'p' | 'h1' | 'h2' | 'h3' | 'figcaption' | 'address'
  readonly text: string
}

/** An element with the text of an option; nothing if the text is empty. */
export const OptionText = ({ as: Element = 'p', text, ...attributes }: OptionTextProps) =>
  text !== '' && <Element {...attributes}>{text}</Element>
