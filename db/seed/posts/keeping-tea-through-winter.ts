import type { SeedPost } from '../types.ts'

export const keepingTeaThroughWinter: SeedPost = {
  slug: 'keeping-tea-through-winter',
  title: 'Keeping tea through a Canadian winter',
  excerpt:
    'A parcel at minus twenty, a kitchen at twenty-two, air as dry as the Gobi: what our winter does to leaf, and how to keep each kind of tea well until the lilacs are out.',
  category: 'Keeping',
  tags: ['storage', 'winter', 'pu-erh', 'beginners'],
  daysAgo: 121,
  picture: 'post-keeping-tea-through-winter',
  html: `
<p>Tea books worry about damp. Most of them were written in places where laundry dries badly. From November to April a heated Canadian house has the opposite trouble, and a few of its own besides.</p>

<h2>The parcel on the porch</h2>
<p>Your order has spent a night in a truck at twenty below. Freezing does dry leaf no harm. What does harm is opening the tin while it is still cold: the warm, moist air of the kitchen meets cold leaf and leaves water on it, as it does on your glasses.</p>
<p>So bring the parcel in and leave it closed until it has come to room temperature. Three or four hours are enough for a small box; overnight is safest. The same goes for anything you take from a refrigerator or freezer, in any month.</p>

<h2>Five enemies</h2>
<p>They are the same everywhere, and they act together.</p>
<ul>
<li><strong>Air</strong> turns the bright smells stale.</li>
<li><strong>Light</strong> bleaches leaf within weeks. Glass jars on a sunny shelf are for pasta.</li>
<li><strong>Warmth</strong> speeds up all the rest. The cupboard over the stove or beside the refrigerator’s warm side is the worst in the house.</li>
<li><strong>Moisture</strong> spoils leaf outright, and dry leaf drinks it from the steam of the kettle.</li>
<li><strong>Smells</strong> move in and stay. Tea is what the Chinese put next to jasmine in order to make jasmine tea; it will do the same with your cumin.</li>
</ul>
<p>A tin with an inner lid, on a low shelf in a cool room, away from spices, defeats all five. Choose one that the tea nearly fills, because the air at the top of a big tin is air too. Our <a href="/product/double-lid-caddy/">double-lid caddy</a> is made for a hundred grams; the pouches that the tea comes in do well if you press the air out before you close them.</p>

<h2>Kind by kind</h2>

<h3>Green and yellow tea</h3>
<p>Drink them within the year. If you have bought several, keep one open and leave the others sealed in the refrigerator, in the crisper, inside a second bag. Let each come to room temperature before you open it, and do not put it back afterwards.</p>

<h3>Matcha</h3>
<p>The most delicate of all, since powder is nearly all surface. Buy small tins. A sealed one may wait in the freezer, an open one belongs in the refrigerator for a month at the most, in its own tin inside a bag. Take it out a quarter of an hour before breakfast.</p>

<h3>Oolong</h3>
<p>Green, unroasted oolong is treated as green tea. Roasted oolong is easy-going: a tin, a cupboard, two or three years. If it has picked up damp or gone dull, five minutes in a dry pan over the lowest flame, shaken all the while, brings back a good deal of it.</p>

<h3>Black tea and tisanes</h3>
<p>A tin and the cool end of the pantry. Flavoured teas lose their scent before they lose their tea, so buy <a href="/product/earl-grey/">Earl Grey</a> in the size you finish in two or three months. Flowers and mint fade in about a year; roots, bark and seeds last twice as long.</p>

<h3>White tea</h3>
<p>Keeps for years if it is dry and sealed. Put the date on it with a pencil, and forget one bag on purpose.</p>

<h3>Pu’er and other dark teas</h3>
<p>Here our winter is truly unkind. Raw pu’er needs a little moisture to go on ageing, somewhere around sixty percent relative humidity, and a house in Saskatoon in January may have fifteen. The cake does not spoil. It stops, gets brittle, and the scent retreats.</p>
<p>The common answer is a small closed space: a food-grade plastic tub or a dead picnic cooler, well aired until it smells of nothing, with the cakes inside and a two-way humidity pack of sixty-two or sixty-five percent. A cheap hygrometer tells you whether it works. Keep it at room temperature, out of the kitchen, and look in once a month. If you ever smell mould, take everything out, let it breathe for some days, and use a drier pack. Never put a dish of water in there.</p>

<h2>A short list for the inside of the cupboard door</h2>
<ol>
<li>Cold tea stays shut until it is warm.</li>
<li>Small tins, full tins, dark tins.</li>
<li>Not over the stove, not beside the curry.</li>
<li>Green first, black later, white whenever.</li>
<li>Write the date on it.</li>
</ol>
<p>And if you do find a forgotten green tea behind the flour in March, roast it in a pan until it smells of popcorn. You have not saved it, but you have made hojicha.</p>
`.trim(),
}
