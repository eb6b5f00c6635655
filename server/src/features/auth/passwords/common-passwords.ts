/*
 * The passwords that people choose most, as far as they are long enough to be chosen here at all: some nine
 * thousand. Published rankings differ in detail and agree in kind: few words, mostly names, teams and things
 * that people love, bare or with a digit or two; runs on the keyboard; digits in a row. So the list is those
 * words and what is put behind them. Comparison is without case.
 */

/** Words that come with digits behind them, and alone where they are long enough. */
const WORDS = `
  password passwort passw0rd p@ssword p@ssw0rd pass passe parola senha contrasena motdepasse secret welcome
  welcome1 letmein login admin administrator root master test tester testing guest user changeme default
  qwerty qwertz azerty qwertyui qwertyuiop asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc
  1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 zaq12wsx zaq1zaq1 abc abcd abcdef abcdefg abcdefgh abc123
  a1b2c3 a1b2c3d4 asd123 qwe123 qweasd qweasdzxc iloveyou iloveu ilove loveme lovely love lover loveyou
  princess prince angel angels babygirl babyboy baby sweety sweetie sweet honey buttercup beautiful gorgeous
  sunshine flower flowers butterfly rainbow summer winter spring autumn monkey dragon tiger lion panther eagle
  falcon wolf bear dolphin turtle kitty kitten puppy doggy chicken cookie cupcake chocolate strawberry banana
  orange cherry peanut pepper ginger cheese coffee superman batman spiderman wonderwoman ironman starwars
  pokemon pikachu naruto minecraft fortnite roblox gaming gamer player killer ninja samurai matrix phoenix
  legend hunter ranger warrior soldier marine pirate wizard merlin shadow ghost demon devil heaven jesus
  jesuschrist blessed faith freedom liberty america canada london england liverpool chelsea arsenal barcelona
  realmadrid juventus manchester football soccer baseball basketball hockey tennis golf lakers yankees cowboys
  steelers raiders eagles patriots redskins mustang corvette ferrari porsche mercedes yamaha harley toyota
  honda nissan computer internet google facebook youtube samsung iphone apple android windows microsoft
  michael michelle jennifer jessica ashley nicole amanda melissa stephanie samantha elizabeth victoria
  alexander alexandra alexandr daniel daniela andrew anthony christian christopher christina jonathan jordan
  joshua matthew robert thomas william charlie charlotte george hannah isabella sophie olivia natalie patrick
  richard steven brandon justin tyler austin dallas madison morgan taylor maggie bailey buster rocky lucky
  happy smile friend friends family mother father forever together always number money dollar diamond silver
  golden purple yellow green orange1 blue black white red star stars moonlight midnight thunder lightning
  storm hello hello123 hallo bonjour hola goodbye whatever nothing anything something trustno fuckyou fuckoff
  asshole bitch sexy pussy hottie cutie boss bigdaddy playboy cowboy stupid access security server system
  private personal public qwert zxcvb poiuytrewq lkjhgfdsa mnbvcxz`;

/** Digits that are put behind a word, as they are chosen most. */
const ENDINGS =
  '0 00 01 007 1 10 11 12 123 1234 12345 123456 13 14 15 16 17 18 19 2 20 21 22 23 24 25 3 4 5 6 69 7 77 8 88 9 99';

/** What is chosen whole. */
const WHOLE = `
  12345678 123456789 1234567890 12345678910 123456789a 1234567a 12345678a a12345678 a123456789 q123456789
  0123456789 01234567 87654321 987654321 9876543210 098765432 0987654321 11223344 1122334455 112233445566
  12341234 123412345 123123123 12312312 123321123 123454321 1234554321 12344321 123456123 123456789q
  12121212 13131313 10101010 20202020 21212121 69696969 420420420 00112233 001122334455 101010101
  147258369 147852369 159357456 159753456 159357258 789456123 741852963 963852741 456123789 135792468 13579246
  24681357 246813579 2468013579 31415926 314159265 11235813 20012001 20002000 19841984 19851985 19871987
  01011990 01012000 01011980 01012001 12345qwert 123qweasd 123qwe123 1234qwer qwer1234 qwer123456 qwerty123456789
  asdf1234 asdfasdf asdfjkl; zxcv1234 zxczxczxc qweqweqwe qwertyuio qwerasdf qwerasdfzxcv 1qazxsw2 2wsx3edc
  3edc4rfv xsw21qaz !qaz2wsx 1qaz@wsx zaq1xsw2 1234abcd abcd1234 abc12345 abc123456 abc123abc aa123456 aa12345678
  a1234567 as123456 q1w2e3r4t5 q1w2e3r4t5y6 1a2b3c4d 1q2w3e4r5t6y 123abc123 aaaaaaaa1 passpass passpass1 testtest
  test1234 password! password1! passwordpassword password-1 pa55word pa55w0rd pa$$word pa$$w0rd passwd123 pass1234
  pass123456 adminadmin admin1234 admin@123 administrator1 rootroot letmeinnow changeit changeme1 welcome123
  welcome2 trustno1 trustnoone nothing1 whatever1 blink182 metallica slipknot nirvana1 linkinpark greenday
  eminem123 50cent50 babygirl1 iloveyou! iloveyou2 iloveyou3 iloveme1 iloveyouforever 1loveyou mylove123 lovelove
  lovers123 hellohello hellokitty hello1234 kittykat snowball princesa estrella mariposa tequiero teamo123 chivas123
  schalke04 werder123 fcbayern borussia dortmund hamburg1 passwort1 hallo123 schatz123 sonnenschein ichliebedich
  jetaime1 soleil123 doudou123 marseille marseille13 nicolas1 chouchou loulou123 bonjour1
  mypassword mypass123 newpassword temppass temporary temp1234 nopassword thispassword yourpassword
  letmein1 letmein2 openopen opensesame opensesame1 sesame123 qwertyqwerty asdasdasd asdasd123 zxcvbnm123 1password
  superstar superman1 batman123 starwars1 startrek enterprise skywalker voyager1 gandalf1 hogwarts potter123
  harrypotter hermione slytherin gryffindor scoobydoo spongebob garfield snoopy123 mickeymouse mickey123 tinkerbell
  cinderella rapunzel pocahontas simpsons bartsimpson homer123 southpark familyguy
  fishing1 camaro69 mustang1 chevrolet1 chevy123 harley01 yamaha01 trucker1 firefighter firebird dodgeram
  airborne semperfi marines1 police911 usmarine bullshit bullshit1 dickhead cocacola pepsi123 guinness
  whiskey1 budweiser jackdaniels heineken marlboro marlboro1 marijuana cannabis rastaman bobmarley
  scarface alpacino rockstar rockstar1 guitar123 drummer1 musician music123 dancer123 gangster gangster1 thuglife
  crazy123 insane123 monster1 monster123 vampire1 werewolf zombie123 creature skeleton
  californ california newyork1 newyorkcity brooklyn chicago1 houston1 florida1 arizona1 colorado
  australia germany1 brasil123 argentina colombia mexico123 portugal espana123 italia123 france123
  benjamin sebastian francisco fernando alejandro alejandra gabriela gabriel1 valentina mauricio
  katherine catherine kathleen margaret patricia veronica caroline dominique angelina angelica brittany
  courtney danielle gabrielle jasmine1 kimberly lindsay1 lauren123 rebecca1 rachel123 savannah sabrina1 vanessa1
  frederick lawrence nicholas raymond1 russell1 stewart1 sullivan vladimir zachary1 mitchell maxwell1 napoleon
  einstein leonardo michaelj jordan23 beckham7 ronaldo7 ronaldo9 messi123 messi1010 cristiano
  maverick scorpion scorpio1 sagittarius capricorn aquarius gemini123
  chocolate1 cinnamon marshmallow pineapple watermelon blueberry raspberry
  handball volleyball softball wrestling swimming snowboard skateboard skateboarding surfing1
  elephant crocodile kangaroo hedgehog squirrel penguin1 penguins mustangs stallion greyhound
  december november october1 september february saturday thursday birthday birthday1 christmas valentine
  swordfish spitfire thunderbird blackbird bluebird goldfish jellyfish starfish ladybug1
  motorola nokia123 blackberry playstation playstation3 nintendo xbox3600 counterstrike halflife warcraft starcraft
  runescape callofduty assassin assassins leagueoflegends dragonball dragonballz
  airplane aviation engineer engineering electric electronics science1 business manager1 marketing accounting
  teacher1 student1 students university college1 school123 library1 homework graduate
  qwaszx12 qw12qw12 zx12zx12 asd12345 qwe12345 qwe123456 zxc12345 zxc123456 pokemon1 naruto123 sasuke123
  undertaker johncena triplehh deathnote evangelion inuyasha onepiece bleach123 gintama1 sakura123 kakashi1
  password0 password00 password01 password99 qwerty12345678 q2w3e4r5 w2e3r4t5 poopoopoo poophead booboo123
  tinker123 pumpkin1 precious sweetheart cupcakes1 sunflower sunflower1 daffodil hibiscus jasmine123 lavender
  destiny1 serenity infinity eternity paradise harmony1 memories dreamer1 believe1 blessing blessed1 praisegod
  godisgood jesus777 jesuslove christ123 bismillah muhammad mohammed allahuakbar alhamdulillah hallelujah`;

const COMMON: ReadonlySet<string> = new Set(listAll());

function* listAll(): Generator<string> {
  yield* split(WHOLE);
  const endings = split(ENDINGS);
  for (const word of split(WORDS)) {
    yield word;
    for (const ending of endings) yield word + ending;
  }
}

function split(words: string): string[] {
  return words.trim().split(/\s+/);
}

/** Whether a password is among those that are tried first: on the list, or a few signs over and over. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase()) || isRepeated([...password]);
}

/** One character or a pair, repeated. */
function isRepeated(signs: readonly string[]): boolean {
  const repeats = (length: number) =>
    signs.length > length &&
    signs.length % length === 0 &&
    signs.every((sign, place) => sign === signs[place % length]);
  return repeats(1) || repeats(2);
}
