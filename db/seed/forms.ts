import { defaultProperties, type FormProperties } from '../../src/site/forms/contact-form.ts'

type SeedForm = { readonly slug: string; readonly title: string; readonly properties: FormProperties }

const contact: SeedForm = {
  slug: 'contact',
  title: 'Write to us',
  properties: {
    ...defaultProperties,
    form: `
<label>Your name
[text* your-name autocomplete:name]</label>

<label>Your email
[email* your-email autocomplete:email]</label>

<label>Subject
[text* your-subject]</label>

<label>Your message (optional)
[textarea your-message x8]</label>

[submit "Send message"]`.trim(),
    mail_2: {
      ...defaultProperties.mail_2,
      active: true,
      subject: 'We have your message',
      // Nothing of what was typed: the address may be that of somebody else.
      body: [
        'Hello,',
        '',
        'thank you for writing. A person reads every message, and most are answered on the day they arrive.',
        '',
        '[_site_title]',
        '[_site_url]',
      ].join('\n'),
    },
  },
}

const wholesale: SeedForm = {
  slug: 'wholesale',
  title: 'Wholesale enquiry',
  properties: {
    ...defaultProperties,
    form: `
<fieldset><legend>About you</legend>

<label>Your name
[text* your-name minlength:2 maxlength:40 autocomplete:name]</label>

<label>Business
[text* your-business maxlength:80 autocomplete:organization]</label>

<label>Email
[email* your-email autocomplete:email]</label>

<label>Telephone (optional)
[tel your-tel autocomplete:tel]</label>

<label>Website (optional)
[url your-site autocomplete:url placeholder "https://"]</label>

</fieldset>

<fieldset><legend>What you pour</legend>

<label>Kind of place
[select* your-place first_as_label "Please choose" "Café" "Restaurant" "Hotel or inn" "Office" "Shop"]</label>

<label>Pots in a week
[number* your-pots min:1 max:5000]</label>

<strong>Which teas interest you?</strong>
[checkbox* your-teas label:Teas_that_interest_you "Black" "Green" "Oolong" "White" "Herbal"]

<strong>How do you want them packed?</strong>
[radio your-packing label:Packing default:1 "Bags of 1 kg" "Tins of 250 g"]

<label>When would you like to begin? (optional)
[date your-start min:today]</label>

</fieldset>

<label>What should we know? (optional)
[textarea your-message x6 maxlength:1000]</label>

<small>[count your-message down] characters are left.</small>

<label>Your menu or list of teas, as PDF, text or picture of up to 2 MB (optional)
[file your-menu limit:2mb filetypes:pdf|txt|jpg|jpeg|png|webp]</label>

[acceptance accept-terms] You may keep what I wrote here to answer me. [/acceptance]

[submit "Send enquiry"]`.trim(),
    mail: {
      ...defaultProperties.mail,
      subject: '[_site_title] Wholesale: [your-business]',
      body: [
        'From: [your-name], [your-business]',
        'Email: [your-email]',
        'Telephone: [your-tel]',
        'Website: [your-site]',
        '',
        'Place: [your-place]',
        'Pots in a week: [your-pots]',
        'Teas: [your-teas]',
        'Packing: [your-packing]',
        'Begins: [your-start]',
        '',
        '[your-message]',
        '',
        '[accept-terms]',
        '--',
        'Sent from [_post_title], [_url]',
      ].join('\n'),
      attachments: '[your-menu]',
      exclude_blank: true,
    },
  },
}

export const forms: readonly SeedForm[] = [contact, wholesale]
