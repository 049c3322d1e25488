import { privacyPolicy, terms } from './pages-legal.ts'
import { products } from './products.ts'
import type { SeedBlock } from './seed-blocks.ts'
import { teaGuide } from './tea-guide.ts'
import type { SeedPage } from './types.ts'

const teas = products.filter(({ facts }) => facts !== undefined).length

const aboutBlocks: readonly SeedBlock[] = [
  {
    block: 'rich_text',
    text: `<p>Samovar began with a pot that nobody used. It stood on a bookcase in a flat off Roncesvalles, nickel-plated, made in Tula, carried across an ocean in a blanket. One January the heating failed, somebody filled it and lit it, and by the end of the evening eleven neighbours were sitting on the floor with glasses in their hands. We have been trying to keep that evening going ever since.</p>
<p>Today we are seven people, a packing room with north light, and about eighty things on the shelf. We ship to every province and territory.</p>`,
  },
  {
    block: 'counter',
    items: [
      { value: '9', html: '<p>years since the pot was first lit</p>' },
      { value: String(teas), html: '<p>teas and tisanes in the catalogue</p>' },
      { value: '36', html: '<p>cafés, offices and inns that pour them</p>' },
      { value: '15', html: '<p>samples tasted for each one we buy</p>' },
    ],
  },
  { block: 'heading', text: 'What we sell' },
  {
    block: 'rich_text',
    text: '<p>Tea of all six kinds, from <a href="/product-category/white-tea/">white</a> to <a href="/product-category/dark-tea/">dark</a>; a few herbs that earn their place; and the pots, cups and tools that we use ourselves. We would rather carry four yellow teas that we know than forty that we don’t.</p>',
  },
  { block: 'heading', text: 'How we buy' },
  {
    block: 'rich_text',
    text: `<p>Tea is a harvest, so our year has a shape. Samples from China and Darjeeling arrive in April, Japan in May and June, Oriental Beauty and second flush in July, autumn oolong and rooibos towards the end of the year. We taste blind, three of us at least, with the same water and the same plain white cups, and we taste again a week later, because a tea that shouts on the first day is often hoarse on the second.</p>
<h3>What has to be right</h3>
<ul>
<li>We know the place, down to the county or township, and the month of picking.</li>
<li>It tastes of itself. If a scent has been added, it comes from flowers, fruit or smoke, and we say so.</li>
<li>The price leaves something for the people who stood on the slope. Good picking is slow, and slow work cannot be cheap.</li>
</ul>`,
  },
  { block: 'heading', text: 'How we pack' },
  {
    block: 'rich_text',
    text: '<p>By hand, in small amounts, into tins and pouches that keep out light and air. Each one carries the harvest, the weight and one recipe in grams, millilitres, degrees and minutes. Black tea blends are mixed here, in batches of ten kilos, and rest for two weeks before they are sold.</p>',
  },
  { block: 'heading', text: 'What else we do' },
  {
    block: 'service_thumb',
    title: 'Tea houses',
    url: '/portfolio/',
    picture: 'picture:house-the-ferry-house-room',
    html: '<p>We plan lists, choose pots, train people and come back after a month to taste what is being poured.</p>',
  },
  {
    block: 'service_thumb',
    title: 'Blends of your own',
    url: '/contact/',
    picture: 'picture:samovar-breakfast-leaf',
    html: '<p>From ten kilos, for a café, a hotel or a wedding of remarkable size. Two rounds of samples are included.</p>',
  },
  {
    block: 'service_thumb',
    title: 'Tastings',
    url: '/blog/how-we-taste/',
    picture: 'picture:post-how-we-taste',
    html: '<p>On the first Thursday of the month in the packing room: fifteen cups, eight people, one spittoon each.</p>',
  },
  { block: 'heading', text: 'Who pours our tea' },
  {
    block: 'rich_text',
    text: '<p>A few of the places where you can drink it without washing up. Six of them have <a href="/portfolio/">pictures of their rooms</a>.</p>',
  },
  { block: 'client', name: 'The Ferry House', url: '/project/the-ferry-house/' },
  { block: 'client', name: 'La Cour Verte', url: '/project/la-cour-verte/' },
  { block: 'client', name: 'The Orchard House', url: '/project/the-orchard-house/' },
  { block: 'client', name: 'The Snow Lantern', url: '/project/the-snow-lantern/' },
  { block: 'client', name: 'The Cedar Gate', url: '/project/the-cedar-gate/' },
  { block: 'client', name: 'The Elevator Tea Room', url: '/project/elevator-tea-room/' },
  {
    block: 'testimonial_columns',
    count: '2',
    items: [
      {
        name: 'Marguerite L.',
        about: 'La Cour Verte, upstairs',
        html: '<p>They sent eleven oolongs and one warning: that we would end up talking like them. It was fair.</p>',
      },
      {
        name: 'Dale W.',
        about: 'The Elevator Tea Room',
        html: '<p>Six hours in a flask on a combine, and it still tastes like somebody meant it.</p>',
      },
    ],
  },
  { block: 'heading', text: 'What we leave to others' },
  {
    block: 'rich_text',
    text: '<p>We do not sell tea as medicine. Our herbal blends are described by what is in them and by how people have used them, and that is as far as we go. For the rest there are pharmacists, whom we hold in high regard and supply with Assam.</p>',
  },
  { block: 'heading', text: 'The pot' },
  {
    block: 'rich_text',
    text: '<p>It still works. It stands in the packing room, and on the first cold Friday of the year it is lit with pine cones, as it should be.</p>',
  },
]

const about: SeedPage = {
  slug: 'about',
  title: 'About us',
  excerpt: 'A small tea house in Toronto that buys by season, packs by hand and says what it does not know.',
  blocks: [{ block: 'article', content: aboutBlocks }],
}

const shippingReturns: SeedPage = {
  slug: 'shipping-returns',
  title: 'Shipping and returns',
  excerpt: 'A flat $9.95 anywhere in Canada, free from $75, two to six business days; thirty days to change your mind.',
  html: `
<p>The short version: <strong>$9.95 to any address in Canada, free from $75</strong>, usually two to six business days on the road, and thirty days to send something back.</p>

<h2>Shipping</h2>
<h3>What it costs</h3>
<p>Every parcel within Canada costs a flat $9.95, whether it goes to Mississauga or to Moose Factory. When the goods in your cart come to $75 or more after discounts and before tax, shipping is free. The cart shows how far you still have to go.</p>
<h3>How long it takes</h3>
<p>Orders placed before noon Eastern time on a business day usually leave our packing room the same day, all others on the next one. After that, count in business days:</p>
<ul>
<li>Ontario and Québec: 2 to 3</li>
<li>Manitoba, Saskatchewan, Alberta and the Atlantic provinces: 3 to 5</li>
<li>British Columbia: 4 to 5</li>
<li>Yukon, Northwest Territories and Nunavut: 5 to 6, and now and then longer when planes stay on the ground</li>
</ul>
<p>In the three weeks before Christmas everything takes a day or two more.</p>
<h3>Where we ship</h3>
<p>To street addresses and post office boxes in all ten provinces and three territories. We do not ship abroad at the moment.</p>
<h3>Pickup</h3>
<p>[pickup]</p>
<h3>Taxes</h3>
<p>Loose tea counts as a basic grocery in Canada and is zero-rated, so no GST or HST is added. Teaware, tools and herbal remedies are taxed at the rate of the province the parcel goes to. The cart estimates it as soon as it knows your province.</p>
<h3>If a parcel is late, lost or damaged</h3>
<p>Write to us once it is three business days late. We will trace it, and if it cannot be found we send the order again or refund it, as you prefer. If something arrives broken, tell us within a week. A photo helps, and we do not need the pieces back.</p>

<h2>Returns</h2>
<h3>Thirty days</h3>
<p>You may return unopened tea and unused teaware within thirty days of delivery. Write to <a href="mailto:hello@samovar.test">hello@samovar.test</a> with your order number and we will reply with the address and a reference to put in the box. Return postage is yours unless the mistake was ours.</p>
<h3>A tea you do not like</h3>
<p>It happens. If you have opened one tin of something, used no more than a pot or two and wish you hadn’t, tell us within the same thirty days. We will give you a credit for that tea, once for each kind, and ask you what you had hoped for. You can keep the tin.</p>
<h3>Refunds</h3>
<p>Money goes back to the card or wallet you paid with, within two business days after the parcel reaches us. Your bank may take up to ten days more to show it. The original shipping charge is refunded if we sent the wrong thing or it arrived damaged.</p>
<h3>What we cannot take back</h3>
<p>Opened herbal remedies, tea that has been stored next to spices, and Yixing pots that have been brewed in, since clay remembers.</p>
`.trim(),
}

const contact: SeedPage = {
  slug: 'contact',
  title: 'Contact',
  excerpt: 'Write, call, or send us a postcard; a person answers, usually the same day.',
  html: `
<p>Somebody reads every message, and most are answered on the day they arrive. If it is about an order, the number in your confirmation helps us find it.</p>

<h2>Write to us</h2>
[contact-form-7 id="{form:contact}" title="Write to us"]

<h2>Email</h2>
<p><a href="mailto:hello@samovar.test">hello@samovar.test</a><br>
for orders, questions about tea, and photographs of your table.</p>

<h2>Telephone</h2>
<p><a href="tel:+14165550118">416-555-0118</a><br>
Monday to Friday, 9:30 to 16:30 Eastern time. Around noon we are tasting and may let it ring.</p>

<h2>Post</h2>
<p>Samovar Tea House<br>
214 Sterling Road, Unit 9<br>
Toronto, Ontario M6R 2B2</p>
<p>This is our packing room. [pickup] And we do put postcards on the wall.</p>

<h2>Before you write</h2>
<ul>
<li>Where is my parcel, and what does it cost to send something back? See <a href="/shipping-returns/">shipping and returns</a>.</li>
<li>Which tea should I start with, and how much do I need? See <a href="/faq/">questions and answers</a>.</li>
<li>Cafés, offices and inns: we supply a few dozen and are glad to add you. There is a <a href="/wholesale/">form for that</a>. Some of them are <a href="/portfolio/">shown here</a>.</li>
</ul>
`.trim(),
}

const wholesale: SeedPage = {
  slug: 'wholesale',
  title: 'Wholesale',
  excerpt: 'Tea by the kilo for places that pour it every day.',
  html: `
<p>We supply a few dozen cafés, inns and offices, and are glad to add one more. You get the same leaf as everybody else, packed in bags of one kilo or in tins that can stand on a counter, at a price that begins a third below the one in the shop.</p>

<h2>How it works</h2>
<ul>
<li>Tell us what you pour, and how much of it. A person answers within two business days, usually with questions.</li>
<li>We send samples of four teas that would suit you, and brewing notes for the pots you have.</li>
<li>The first order is from three kilos, and later ones from one. They leave Toronto on Tuesdays.</li>
</ul>

<h2>Your enquiry</h2>
[contact-form-7 id="{form:wholesale}" title="Wholesale enquiry"]
`.trim(),
}

const faq: SeedPage = {
  slug: 'faq',
  title: 'Questions and answers',
  excerpt: 'Where to start, how much to use, what keeps and what does not, and how ordering works.',
  html: `
<h2>Choosing</h2>
<h3>I have only ever had tea bags. Where do I begin?</h3>
<p>With something forgiving: <a href="/product/samovar-breakfast/">Samovar Breakfast</a> if you take milk, <a href="/product/shizuoka-genmaicha/">Genmaicha</a> if you don’t, <a href="/product/jin-xuan/">Jin Xuan</a> if you like the sound of creamy and floral. The <a href="/product/six-kinds-sampler/">Six Kinds sampler</a> answers the question by tasting.</p>
<h3>How many cups are in 50 grams?</h3>
<p>Sixteen portions of three grams. Most teas are worth steeping more than once, so 50 g of a green tea makes about 48 cups, and a herbal tea that is steeped once about sixteen. Each product page counts them for you.</p>
<h3>Which teas have little caffeine or none?</h3>
<p>Tisanes and remedies have none. Among true teas, hojicha, genmaicha, Awa Bancha and aged Shou Mei are on the low side. No true tea is entirely free of it, and brewing with cooler water draws out somewhat less.</p>
<h3>Are your teas organic?</h3>
<p>Some are grown to organic standards, yet we do not label them so, because we are not certified to repack organic goods. If you need to know about one particular tea, ask, and we will tell you what the grower has told us.</p>

<h3>Where can I read about all of this in one place?</h3>
<p>In the <a href="/tea-guide/">tea guide</a>, which goes from the plant to the pot and can be read in pieces.</p>

<h2>Brewing</h2>
<h3>My green tea is bitter. Is it off?</h3>
<p>Probably the water was too hot. Let the kettle stand for five minutes, or pour the water from cup to cup twice, and try again. <a href="/blog/water-before-leaf/">Water before leaf</a> has the details.</p>
<h3>Do I need a scale?</h3>
<p>No, but it settles arguments. A teaspoon of rolled oolong weighs about three grams, a teaspoon of large white tea less than one.</p>
<h3>Can I make iced tea from these?</h3>
<p>Put eight to ten grams into a litre of cold water, leave it in the refrigerator overnight, and strain. Bao Zhong, Uva, hibiscus and lemon verbena are our favourites for it.</p>

<h2>Keeping</h2>
<h3>How long does tea stay good?</h3>
<p>Green and yellow tea about a year from harvest, black and roasted tea two to three, tisanes one to two. White and dark teas can improve for many years. Dark, dry, closed and away from spices is all they ask.</p>
<h3>My parcel was freezing cold. Is the tea all right?</h3>
<p>Yes. Leave it closed until it has warmed to room temperature, so no moisture settles on the leaf.</p>

<h2>Allergies and health</h2>
<h3>Do your products contain allergens?</h3>
<p><a href="/product/hokkaido-soba-cha/">Soba Cha</a> is buckwheat, Quiet Evening contains oat straw, and chamomile belongs to the daisy family. Everything is packed in one room. If you have a severe allergy, write to us first.</p>
<h3>Can I drink the herbal blends while pregnant or taking medicine?</h3>
<p>Please ask your pharmacist, midwife or doctor and show them the list of ingredients on the product page. Licorice in particular is not for everyone.</p>

<h2>Ordering</h2>
<h3>How can I pay?</h3>
<p>You can pay [payment_methods]. We accept Visa, Mastercard, American Express, Discover, JCB and Interac debit. Your card number goes straight to our payment provider and never reaches our own computers. If you pay by bank transfer, we ship as soon as the money arrives.</p>
<h3>Can I change or cancel an order?</h3>
<p>Until it is packed, which is usually the same day. Write or call quickly and have the order number ready.</p>
<h3>Something is sold out. Will it come back?</h3>
<p>Most things do, with the next harvest. The product page says what we know.</p>
<h3>Do you wrap gifts?</h3>
<p>Tins travel in brown paper and twine as they are. Leave us a note with the order and we will write a card by hand, and the parcel will contain no prices.</p>
<h3>Do you ship to the United States?</h3>
<p>Not at present. We ship within Canada only.</p>
`.trim(),
}

/** The site's pages; `terms` is the one the checkout links to. */
export const pages: readonly SeedPage[] = [
  about,
  shippingReturns,
  contact,
  wholesale,
  faq,
  privacyPolicy,
  terms,
  teaGuide,
]
