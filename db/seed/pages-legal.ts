import type { SeedPage } from './types.ts'

export const privacyPolicy: SeedPage = {
  slug: 'privacy-policy',
  title: 'Privacy policy',
  excerpt:
    'What we know about you, why we know it, how long we keep it, and how to have it shown, corrected or erased.',
  html: `
<p>We collect what we need to send you tea and not much besides. This page says what that is, in words we would want to read ourselves. It follows the Personal Information Protection and Electronic Documents Act and, for people in Québec, the Act respecting the protection of personal information in the private sector.</p>

<h2>Who is responsible</h2>
<p>Samovar Tea House, 214 Sterling Road, Unit 9, Toronto, Ontario M6R 2B2. Our privacy officer is the owner of the shop. Write to <a href="mailto:privacy@samovar.test">privacy@samovar.test</a>.</p>

<h2>What we collect, and why</h2>
<h3>When you order</h3>
<p>Name, address, phone number, email address, what you bought and what it cost. We use these to take payment, pack and deliver the parcel, answer your questions and keep the books that tax law asks of us. The carrier receives your name, address and phone number.</p>
<h3>When you pay</h3>
<p>Card details are entered in a field that belongs to our payment provider and travel directly to it. We receive a reference, the type of card, its last four digits and whether the payment went through. The provider may use information about your device to detect fraud.</p>
<h3>When you make an account</h3>
<p>Your email address, a scrambled form of your password that cannot be turned back, your addresses and your past orders.</p>
<h3>When you write a review or a comment</h3>
<p>The name you give is shown with the text. Your email address is kept so that we can reach you, and it is not shown.</p>
<h3>When you only look around</h3>
<p>Our server notes the address of the page, the time, your network address and the kind of browser, to keep the shop running and to fend off abuse. We also note how you found us, for instance through a search or a link, and store it with your order if you place one.</p>

<h2>Cookies</h2>
<p>We set only our own, and read them ourselves: [cookies].</p>
<p>Pages for browsing load nothing from other companies. The payment provider sets its own cookies when you reach the checkout, for security.</p>

<h2>How long we keep it</h2>
<ul>
<li>Orders and invoices: six years after the end of the tax year, as the law requires.</li>
<li>Accounts: until you delete them, under “Your data” in your account.</li>
<li>Abandoned carts: thirty days.</li>
<li>Server logs: thirty days.</li>
<li>Messages to us: two years.</li>
</ul>

<h2>Who else sees it</h2>
<p>The payment provider, the carrier, our bookkeeper, and the company that hosts our server, each only as far as their work needs it. Some of them may process information outside Canada, where the laws of that place apply. We do not sell or rent personal information, and we would have to be ordered by a court to hand it to anybody else.</p>

<h2>Your rights</h2>
<p>You may ask to see what we hold about you, to have it corrected, to receive it in a common computer format, or to have it erased where no law obliges us to keep it. Customers do both in their account, under “Your data”. Or write to the privacy officer. We answer within thirty days and charge nothing. If you are not satisfied, you may turn to the Office of the Privacy Commissioner of Canada or, in Québec, to the Commission d’accès à l’information.</p>

<h2>Security</h2>
<p>All pages are served over an encrypted connection. Passwords are stored only in scrambled form, and each of us can open no more than our work requires. Should information be lost or stolen in a way that could harm you, we will tell you and the commissioner without delay.</p>

<h2>Changes</h2>
<p>If this policy changes in a way that matters, we will say so at the top of this page, and by email to customers with an account.</p>
`.trim(),
}

export const terms: SeedPage = {
  slug: 'terms',
  title: 'Terms of sale',
  excerpt:
    'What you and we agree on when you order: prices, payment, delivery, returns and the few things that can go wrong.',
  html: `
<p>These terms apply to every order placed in this shop. They are written to be read. If anything is unclear, ask before you order.</p>

<h2>1. Who we are</h2>
<p>The seller is Samovar Tea House, 214 Sterling Road, Unit 9, Toronto, Ontario M6R 2B2, telephone 416-555-0118, <a href="mailto:hello@samovar.test">hello@samovar.test</a>. “We” means the shop, “you” means the person who orders.</p>

<h2>2. Ordering</h2>
<p>What you see in the shop is an invitation to order. Your order is an offer, and we accept it with the confirmation that we send by email. Until then nothing is agreed. We may decline an order, for instance if an item has just sold out or if a payment looks fraudulent; you will hear from us, and anything charged is returned.</p>
<p>You must be of the age of majority in your province or have a parent’s consent. Rare teas may be limited to one for each order.</p>

<h2>3. Prices and taxes</h2>
<p>Prices are in Canadian dollars. GST, HST, PST and QST are added where they apply and shown before you pay. If a price is plainly wrong, say a decimal point in the wrong place, we will ask you whether you want the goods at the right price before we go on.</p>

<h2>4. Payment</h2>
<p>Payment is due when you order. It is handled by our payment provider, and we do not see or store card numbers. Goods remain ours until they are paid for.</p>

<h2>5. Delivery</h2>
<p>We deliver within Canada, at the rates and in the times given under <a href="/shipping-returns/">shipping and returns</a>. Times are estimates. Goods are at our risk until they are delivered to the address you gave. If we cannot deliver within thirty days of the date we promised, you may cancel and will be refunded in full.</p>

<h2>6. Returns and cancellation</h2>
<p>You may return goods within thirty days as described under <a href="/shipping-returns/">shipping and returns</a>. This is in addition to the rights that consumer protection law gives you in your province, which nothing here takes away.</p>

<h2>7. The goods</h2>
<p>Tea is a farm product. Colour, size and flavour vary from one harvest to the next, and handmade pots differ from each other and from their pictures. We describe what we sell as exactly as we can. Steeping advice is a starting point and no guarantee of taste.</p>
<h3>Herbs</h3>
<p>Herbal blends are sold as food. They are not meant to diagnose, treat, cure or prevent any illness. Read the ingredients, keep to the amounts given, and ask a health professional if you are pregnant, nursing, ill or taking medicine.</p>

<h2>8. Reviews and comments</h2>
<p>What you write must be your own and must be honest. We publish criticism. We remove insults, advertising, and claims that a product cures anything. You allow us to show your text, with the name you gave, in the shop.</p>

<h2>9. If something goes wrong</h2>
<p>If goods are faulty or not what you ordered, we replace or refund them. As far as the law allows, our liability for an order is limited to what you paid for it. We do not exclude liability for injury caused by our negligence, or any other liability that the law does not let us exclude.</p>

<h2>10. Law</h2>
<p>These terms are governed by the laws of Ontario and the federal laws of Canada that apply there. If you are a consumer in another province, you keep the protection of its mandatory rules and may go to its courts. Before it comes to that, call us; most things can be settled over a pot of tea.</p>

<h2>11. Changes</h2>
<p>An order is governed by the terms that stood here when it was placed.</p>
`.trim(),
}
