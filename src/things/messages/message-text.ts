import type { Message, MessageBlock } from './message.ts'
import type { Letterhead } from './message-html.tsx'

export function messageText(message: Message, { url, contact, settings }: Letterhead): string {
  const blocks = message.blocks.map(blockText).filter((block) => block !== '')
  const signature = ['-- ', settings.siteTitle, url, contact.email, contact.phone].filter((line) => line !== '')
  return [message.title, ...blocks, signature.join('\n')].join('\n\n')
}

function blockText(block: MessageBlock): string {
  switch (block.kind) {
    case 'text':
    case 'own':
      return block.text
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'links':
      return block.links.map(({ label, href }) => `${label}:\n${href}`).join('\n\n')
    case 'rows':
      return [block.title, ...block.rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n')
  }
}
