import { defineBlock } from '../../../../things/blocks/block.ts'
import { entities } from '../../../../things/blocks/options.ts'

export const contactForm = defineBlock({
  name: 'contact_form',
  title: 'Contact form',
  group: 'site',
  options: { form: entities('Form', 'form') },
  html: ({ form: [id] }) => (id === undefined ? '' : `[contact-form-7 id="${id}"]`),
  contentHtml: () => '',
  View: ({ html }) => html !== '' && <div data-narrow="" dangerouslySetInnerHTML={{ __html: html }} />,
})
