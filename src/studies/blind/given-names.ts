/** Given names that are hardly ever anything else, in lower case: one of them before a capital word tells a name. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `
  aaliyah aaron abdul abdullah abigail abraham ada adam adele adriana agnieszka ahmed aisha akira alan albert alejandra
  alejandro aleksandra aleksander alessandro alex alexander alexandra alexei alfred ali alice alicia alina alison amanda
  amelia amina amir amit amy ana anastasia andrea andreas andrei andrew andrzej angela angelika anil anita anja anke ann
  anna anne annette annika antoine anton antonia antonio anya arjun arne arthur artur asha astrid axel ayesha aylin
  barbara beata beatrice beatriz ben benjamin bernd bernhard bettina bianca birgit björn boris brian bridget brigitte
  bruno camille carl carla carlos carmen caroline carsten catarina catherine cathy cecilia celine chantal charles
  charlotte chen cheng chiara chiamaka chidi chinedu chloe christa christiane christina christine christoph christophe
  christopher claire clara claudia claus cornelia cristina cynthia dagmar daniel daniela daria dario david deborah deepak
  denise dennis derek detlef diana diego dieter dimitri dirk dmitri dominik donald dorothea dorota douglas eduardo edward
  ekaterina elaine elena eleanor elif elisabeth elizabeth elke ella ellen emily emma emmanuel emre enrique eric erik
  erika esther eugene eva evelyn fabian farah fatima fatma felipe felix fernando fiona florian francesca francesco
  francisco franziska frederick fredrik friederike friedrich gabriel gabriela gabriele gareth geoffrey georg george
  gerald gerd gerhard gertrud gianluca giorgio giovanni gisela giulia goran grażyna gregor gregory greta grzegorz guido
  guillaume gulsum gunther günter hakan hamid hanna hannah hannelore hans harald harriet hartmut hassan heike heiko
  heinrich heinz helen helena helga helmut hendrik henning henri henrik hermann hilda hiroshi holger hugo hussein ian
  ibrahim ida igor ilse imran ines inga ingrid irene irina isabel isabella isabelle ivan ivana jacek jacob jacqueline
  jakob jamal james jan jana janet janine janusz jasmin javier jeffrey jelena jens jennifer jeremy jerome jessica joachim
  joan joanna jochen johan johann johanna johannes john jonas jonathan jorge jose josef joseph josephine joyce juan judith
  julia julian juliane julie jürgen jutta kamil karen karim karin karl karolina katarzyna katharina katherine kathleen
  katja katrin kavita kay keisha keith kelly kemal kenji kenneth kerstin kevin khadija khalid kim klaus konrad konstantin
  krzysztof kumiko kurt kwame lamar lakshmi lara larissa lars laura lauren laurent lea leila lena leon leonard leonie
  leonora leroy leticia li liam lidia liesl lin linda lisa liu lorenz lorenzo lothar louis louise luca lucas lucia lucie
  ludwig luis luisa lukas lutz lydia maciej magda magdalena mahmoud maike malgorzata małgorzata malik manfred manuel
  manuela mara marcel marcin marco marek margaret margarete maria mariam marianne marie marina mario marion marius
  markus marlene marta martha martina mary maryam mateo mateusz mathilde matteo matthew matthias maurice max maximilian
  mehmet mei melanie mia michael michaela michal michał michel michelle miguel mihail mikhail milan miriam mohamed
  mohammad mohammed monica monika moritz muhammad mustafa nadia nadine naomi natalia natalie natasha nathan neha ngozi
  nguyen nicholas nicola nicolas nicole nikhil nikolai nils nina noah nora norbert nuria ola olaf oleg olga oliver olivia
  olivier omar osman oscar pablo paolo pascal patricia patrick paula paulina pavel pawel paweł pedro peggy petra philip
  philipp philippe pia pierre piotr priya rachel rafael rahul raimund rainer raj rajesh ralf ralph ramona raphael
  raquel rashid ravi rebecca regina reiner reinhard renate rene ricarda ricardo richard rita robert roberta roberto
  rodrigo roger roland rolf roman ronald rosa rosalind rudolf rüdiger ruth ryan sabine sabrina said salma samantha samir
  samuel sandra sanjay santiago sara sarah sascha sean sebastian sergei sergio shanice sharon shreya sibylle siegfried
  sigrid silke silvia simon simone sinead siobhan sofia sonja sophia sophie stefan stefanie stefano stephan stephanie
  stephen steven sunita susan susanne suzanne svenja svetlana swati sylvia sylvie takeshi tamara tanja tara tatiana
  tatjana teresa theo theodor theresa therese thomas thorsten tiago till timothy tina tobias tomas tomasz torsten tyrone
  ulrich ulrike urs ursula ute uwe valentina valeria vanessa vera verena veronica veronika victor victoria viktor
  vijay vikram vincent viola viktoria vladimir volker walter walther wanda wei werner wiebke wilhelm wilhelmina wolfgang
  xavier xiao yan yasmin yolanda yuki yuri yusuf yvonne zainab zbigniew zeynep zoe zofia
`
    .trim()
    .split(/\s+/),
);
