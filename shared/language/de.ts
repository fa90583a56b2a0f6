/** The German sentences by the English ones of the code; `npm run check -- translations` compares the two. */
import type { Catalogue } from './translate.ts';

export const german: Catalogue = {
  '"{name}" and {others} more were also renamed on another device. The names from here came later and stand.':
    '„{name}“ und {others} weitere wurden auch auf einem anderen Gerät umbenannt. Die Namen von hier kamen später und gelten.',
  '"{name}" and {others} more were changed on another device before you deleted them, so they were kept.':
    '„{name}“ und {others} weitere wurden auf einem anderen Gerät geändert, bevor du sie gelöscht hast, und deshalb behalten.',
  '"{name}" and {others} more were deleted on another device. They came back with what was made in them here.':
    '„{name}“ und {others} weitere wurden auf einem anderen Gerät gelöscht. Sie kamen mit dem zurück, was hier in ihnen entstanden ist.',
  '"{name}" and {others} more were deleted on another device. They stay, because they were changed here as well.':
    '„{name}“ und {others} weitere wurden auf einem anderen Gerät gelöscht. Sie bleiben, weil sie auch hier geändert wurden.',
  '"{name}" and {others} more were not here, and the server has them: they were deleted since that copy was made, or another device made them. They are here now; delete them again if you do not want them.':
    '„{name}“ und {others} weitere waren nicht hier, und der Server hat sie: Sie wurden gelöscht, seit jene Kopie entstand, oder ein anderes Gerät hat sie angelegt. Jetzt sind sie hier; lösche sie noch einmal, wenn du sie nicht willst.',
  '"{name}" and {others} more, as you named them here, were renamed on another device.':
    '„{name}“ und {others} weitere, wie du sie hier genannt hast, wurden auf einem anderen Gerät umbenannt.',
  '"{name}" and {others} more, which you deleted here, were changed or restored elsewhere and are there again.':
    '„{name}“ und {others} weitere, hier von dir gelöscht, wurden anderswo geändert oder wiederhergestellt und sind wieder da.',
  '"{name}" has been added.': '„{name}“ wurde hinzugefügt.',
  '"{name}" is not uploaded, and was taken out of the project.':
    '„{name}“ wird nicht hochgeladen und wurde aus dem Projekt genommen.',
  '"{name}" was also renamed on another device, to "{other}". The name from here came later and stands.':
    '„{name}“ wurde auch auf einem anderen Gerät umbenannt, in „{other}“. Der Name von hier kam später und gilt.',
  '"{name}" was changed on another device before you deleted it, so it was kept.':
    '„{name}“ wurde auf einem anderen Gerät geändert, bevor du es gelöscht hast, und deshalb behalten.',
  '"{name}" was deleted on another device. It came back with "{other}", which was made in it here.':
    '„{name}“ wurde auf einem anderen Gerät gelöscht. Es kam mit „{other}“ zurück, das hier darin entstanden ist.',
  '"{name}" was deleted on another device. It stays, because it was changed here as well.':
    '„{name}“ wurde auf einem anderen Gerät gelöscht. Es bleibt, weil es auch hier geändert wurde.',
  '"{name}" was not here, and the server has it: it was deleted since that copy was made, or another device made it. It is here now; delete it again if you do not want it.':
    '„{name}“ war nicht hier, und der Server hat es: Es wurde gelöscht, seit jene Kopie entstand, oder ein anderes Gerät hat es angelegt. Jetzt ist es hier; lösche es noch einmal, wenn du es nicht willst.',
  '"{name}", as you named it here, was renamed "{other}" on another device.':
    '„{name}“, wie du es hier genannt hast, wurde auf einem anderen Gerät in „{other}“ umbenannt.',
  '"{name}", which you deleted here, was changed or restored elsewhere and is there again.':
    '„{name}“, hier von dir gelöscht, wurde anderswo geändert oder wiederhergestellt und ist wieder da.',
  '1 day': '1 Tag',
  '30 days': '30 Tage',
  '7 days': '7 Tage',
  '90 days': '90 Tage',
  'A browser': 'Ein Browser',
  'A device that you end keeps its library and what it has not sent yet, and asks to sign in.':
    'Ein Gerät, das du beendest, behält seine Bibliothek und was es noch nicht gesendet hat, und bittet um Anmeldung.',
  'A proxy in front of the server does not take this much at once.':
    'Ein Proxy vor dem Server nimmt so viel auf einmal nicht an.',
  'A server that was emptied does not know your account any more, and gives the same answer.':
    'Ein Server, der geleert wurde, kennt dein Konto nicht mehr und gibt dieselbe Antwort.',
  'A workspace of your own, on every device.': 'Dein eigener Arbeitsbereich, auf jedem Gerät.',
  'A writer’s editor with syntax highlighting and a rendered view of your Markdown.':
    'Ein Editor zum Schreiben, mit Hervorhebung und einer Ansicht deines Markdowns.',
  'About Promptory': 'Über Promptory',
  Account: 'Konto',
  'Account and devices': 'Konto und Geräte',
  'Account deleted': 'Konto gelöscht',
  'Account menu of {displayName}': 'Kontomenü von {displayName}',
  'All other sessions ended': 'Alle anderen Sitzungen beendet',
  'Already have an account?': 'Schon ein Konto?',
  'And {more} more.': 'Und {more} weitere.',
  'Another tab of this browser is syncing.': 'Ein anderer Tab dieses Browsers synchronisiert gerade.',
  'Are you sure you want to delete "{name}"? This action cannot be undone.':
    'Möchtest du „{name}“ wirklich löschen? Das lässt sich nicht rückgängig machen.',
  'Are you sure you want to delete this? This action cannot be undone.':
    'Möchtest du das wirklich löschen? Das lässt sich nicht rückgängig machen.',
  Cancel: 'Abbrechen',
  'Change password': 'Passwort ändern',
  'Changes met': 'Änderungen trafen aufeinander',
  'Changing...': 'Wird geändert …',
  'Check the connection and try again.': 'Prüfe die Verbindung und versuche es noch einmal.',
  'Choose a username': 'Benutzernamen wählen',
  'Choose theme': 'Farbschema wählen',
  'Clear search': 'Suche leeren',
  Close: 'Schließen',
  'Close search': 'Suche schließen',
  Code: 'Code',
  'Colour-coded projects keep every prompt where you will look for it.':
    'Farbige Projekte halten jeden Prompt dort, wo du ihn suchst.',
  'Confirm New Password': 'Neues Passwort bestätigen',
  'Confirm Password': 'Passwort bestätigen',
  'Copied to clipboard': 'In die Zwischenablage kopiert',
  'Copy link': 'Link kopieren',
  'Could not copy to clipboard. Please try again.':
    'In die Zwischenablage konnte nicht kopiert werden. Bitte versuche es noch einmal.',
  'Counting what goes...': 'Wird gezählt …',
  'Craft, iterate on and organise your prompts': 'Prompts entwerfen, verbessern und ordnen',
  'Create Account': 'Konto anlegen',
  'Create Your Account': 'Konto anlegen',
  'Create Your Account · Promptory': 'Konto anlegen · Promptory',
  'Create a password': 'Passwort wählen',
  'Create account': 'Konto anlegen',
  'Create your account again': 'Dein Konto neu anlegen',
  'Creating account...': 'Konto wird angelegt …',
  'Creating an account needs the server, and it cannot be reached right now.':
    'Um ein Konto anzulegen, ist der Server nötig, und er ist gerade nicht erreichbar.',
  'Current Password': 'Jetziges Passwort',
  Dark: 'Dunkel',
  'Delete account': 'Konto löschen',
  'Delete my account': 'Mein Konto löschen',
  'Delete my account…': 'Mein Konto löschen …',
  'Delete your account?': 'Dein Konto löschen?',
  'Deleting...': 'Wird gelöscht …',
  'Deletion failed': 'Löschen fehlgeschlagen',
  'Deletion of a version of {of}': 'Löschung einer Version von {of}',
  'Deletion of file {of}': 'Löschung der Datei {of}',
  'Deletion of project {of}': 'Löschung des Projekts {of}',
  'Deletion of prompt {of}': 'Löschung des Prompts {of}',
  'Deletion of {count, plural, one {# version} other {# versions}} of {of}':
    'Löschung von {count, plural, one {# Version} other {# Versionen}} von {of}',
  'Description cannot exceed 2000 characters': 'Die Beschreibung darf höchstens 2000 Zeichen haben',
  Devices: 'Geräte',
  Discard: 'Verwerfen',
  'Discard and sign out': 'Verwerfen und abmelden',
  'Discard…': 'Verwerfen…',
  'Dismiss notification': 'Benachrichtigung schließen',
  "Don't have an account?": 'Noch kein Konto?',
  'Download failed': 'Herunterladen fehlgeschlagen',
  Edit: 'Bearbeiten',
  'Edit of an earlier version of {of}': 'Bearbeitung einer früheren Version von {of}',
  'Empty text is not saved': 'Leerer Text wird nicht gespeichert',
  End: 'Beenden',
  'End all others': 'Alle anderen beenden',
  'End {device}': '{device} beenden',
  'Ending...': 'Wird beendet …',
  'Enter your full name': 'Vollen Namen eingeben',
  'Enter your password': 'Passwort eingeben',
  'Enter your password again': 'Passwort noch einmal eingeben',
  'Enter your username': 'Benutzernamen eingeben',
  'Every project, prompt, version and note of this device. The sync centre imports it, here or on another server.':
    'Alle Projekte, Prompts, Versionen und Notizen dieses Geräts. Die Sync-Zentrale importiert sie, hier oder auf einem anderen Server.',
  'Every prompt keeps its versions. Look back, and go back, whenever you like.':
    'Jeder Prompt behält seine Versionen. Sieh zurück und geh zurück, wann du willst.',
  'Everybody who reaches this server can create an account, so nobody needs an invitation.':
    'Alle, die diesen Server erreichen, können ein Konto anlegen; niemand braucht eine Einladung.',
  'Expanded projects': 'Aufgeklappte Projekte',
  Export: 'Exportieren',
  'Export everything': 'Alles exportieren',
  'Failed to copy': 'Kopieren fehlgeschlagen',
  'Failed to search prompts. Please try again.':
    'Die Prompts konnten nicht durchsucht werden. Bitte versuche es noch einmal.',
  'File size exceeds the maximum limit of 10MB': 'Die Datei ist größer als die erlaubten 10 MB',
  'For a server that does not know your account any more. Your library stays on this device, and nothing is sent before the sync centre has asked you whose library counts.':
    'Für einen Server, der dein Konto nicht mehr kennt. Deine Bibliothek bleibt auf diesem Gerät, und nichts wird gesendet, bevor dich die Sync-Zentrale gefragt hat, wessen Bibliothek gilt.',
  'For {days} days the admin of this server can bring the account back; after that it is erased for good.':
    '{days} Tage lang kann der Admin dieses Servers das Konto zurückholen; danach ist es endgültig gelöscht.',
  'Found prompts': 'Gefundene Prompts',
  'Found {count} prompts': '{count, plural, one {# Prompt gefunden} other {# Prompts gefunden}}',
  'Full Name': 'Voller Name',
  'Full name is required': 'Der volle Name ist nötig',
  'Give up this and {value} more that depend on it, for good?':
    'Diese Änderung und {value, plural, one {# weitere, die von ihr abhängt,} other {# weitere, die von ihr abhängen,}} endgültig verwerfen?',
  'Give up this change for good?': 'Diese Änderung endgültig verwerfen?',
  'Hide {field}': '{field} verbergen',
  'Incorrect username or password.': 'Benutzername oder Passwort ist falsch.',
  'Invalid file type. Only documents (PDF, DOCX, TXT, MD, JSON) and images (PNG, JPG, SVG) are allowed.':
    'Ungültiger Dateityp. Erlaubt sind nur Dokumente (PDF, DOCX, TXT, MD, JSON) und Bilder (PNG, JPG, SVG).',
  'Invitation withdrawn': 'Einladung zurückgezogen',
  Invitations: 'Einladungen',
  'It is shown only now. Send it to one person.': 'Er wird nur jetzt gezeigt. Sende ihn einer Person.',
  'Just now': 'Gerade eben',
  Keep: 'Behalten',
  'Kept after all': 'Doch behalten',
  Light: 'Hell',
  'Link of the invitation': 'Link der Einladung',
  'Loading devices': 'Geräte werden geladen',
  'Loading invitations': 'Einladungen werden geladen',
  'Loading your account': 'Dein Konto wird geladen',
  'Logged out': 'Abgemeldet',
  'Logging out...': 'Wird abgemeldet …',
  'Login failed': 'Anmelden fehlgeschlagen',
  'Login successful': 'Angemeldet',
  Logout: 'Abmelden',
  'Logout failed': 'Abmelden fehlgeschlagen',
  'Made {day}': 'Erstellt: {day}',
  'Make a link': 'Link erstellen',
  'Making a link...': 'Link wird erstellt …',
  'Match found': 'Treffer',
  'Name cannot exceed 255 characters': 'Der Name darf höchstens 255 Zeichen haben',
  'Name is required': 'Ein Name ist nötig',
  'Name or description of {of}': 'Name oder Beschreibung von {of}',
  'Needs attention': 'Braucht dich',
  'New Password': 'Neues Passwort',
  'New file {name}': 'Neue Datei {name}',
  'New project {name}': 'Neues Projekt {name}',
  'New prompt {title}': 'Neuer Prompt {title}',
  'New version of {of}: {description}': 'Neue Version von {of}: {description}',
  'No invitation is waiting.': 'Keine Einladung ist offen.',
  'No invitation was made': 'Es wurde keine Einladung erstellt',
  'No title and no text says that.': 'Das steht in keinem Titel und in keinem Text.',
  'Not ended': 'Nicht beendet',
  'Not withdrawn': 'Nicht zurückgezogen',
  'Notes of {of}': 'Notizen von {of}',
  'Nothing was changed': 'Nichts wurde geändert',
  'Notifications ({key})': 'Benachrichtigungen ({key})',
  Offline: 'Offline',
  'Offline, {waiting}': 'Offline, {waiting}',
  'Once you are signed in, Promptory works offline.': 'Wenn du angemeldet bist, arbeitet Promptory offline.',
  'Only an admin of this server can do that.': 'Das kann nur ein Admin dieses Servers.',
  'Open tabs': 'Offene Tabs',
  'Organised workspace': 'Geordneter Arbeitsbereich',
  'Other changes wait for this prompt. Retry it, or discard it with them.':
    'Andere Änderungen warten auf diesen Prompt. Sende ihn noch einmal, oder verwirf ihn mit ihnen.',
  Password: 'Passwort',
  'Password changed': 'Passwort geändert',
  'Password is required': 'Ein Passwort ist nötig',
  'Password is too long': 'Das Passwort ist zu lang',
  'Password must be at least 6 characters': 'Das Passwort muss mindestens 6 Zeichen haben',
  'Password must be at least {minLength} characters':
    'Das Passwort muss mindestens {minLength} Zeichen haben',
  'Password must not be the username': 'Das Passwort darf nicht der Benutzername sein',
  'Passwords do not match': 'Die Passwörter stimmen nicht überein',
  'Please confirm your password': 'Bitte das Passwort bestätigen',
  'Please enter the code': 'Bitte den Code eingeben',
  'Please select a file to upload': 'Bitte eine Datei zum Hochladen wählen',
  Preferences: 'Vorlieben',
  Profile: 'Profil',
  'Project is required': 'Ein Projekt muss gewählt sein',
  'Project name cannot exceed 50 characters': 'Der Projektname darf höchstens 50 Zeichen haben',
  'Project name is required': 'Ein Projekt braucht einen Namen',
  'Prompt title cannot exceed 50 characters': 'Der Titel darf höchstens 50 Zeichen haben',
  'Prompt title is required': 'Ein Prompt braucht einen Titel',
  Promptory: 'Promptory',
  'Registration failed': 'Registrieren fehlgeschlagen',
  'Registration successful': 'Konto angelegt',
  Remove: 'Entfernen',
  'Remove the invitation of {date}': 'Einladung vom {date} entfernen',
  'Rename of {of} to {name}': 'Umbenennung von {of} in {name}',
  'Rename of {of} to {title}': 'Umbenennung von {of} in {title}',
  'Resource uploaded': 'Hochgeladen',
  Retry: 'Erneut versuchen',
  'Review of a conflict in {of}': 'Durchsicht eines Konflikts in {of}',
  'Rich editing': 'Gutes Schreiben',
  'Save as new prompt': 'Als neuen Prompt speichern',
  Saving: 'Speichert',
  'Search failed': 'Suche fehlgeschlagen',
  'Search prompt content...': 'In Prompts suchen...',
  'Search prompts': 'Prompts durchsuchen',
  'Searching...': 'Suche läuft...',
  'Server full': 'Server voll',
  'Server full, {waiting}': 'Server voll, {waiting}',
  'Server trouble': 'Serverproblem',
  'Server trouble, {waiting}': 'Serverproblem, {waiting}',
  'Session ended': 'Sitzung beendet',
  Settings: 'Einstellungen',
  'Show {field}': '{field} zeigen',
  'Sign In': 'Anmelden',
  'Sign In · Promptory': 'Anmelden · Promptory',
  'Sign Up': 'Registrieren',
  'Sign in': 'Anmelden',
  'Sign in again': 'Neu anmelden',
  'Sign in again to sync {unsent}': 'Neu anmelden, um {unsent} zu senden',
  'Sign in to open your prompt workspace.': 'Melde dich an, um deinen Arbeitsbereich zu öffnen.',
  'Sign out without syncing?': 'Ohne Synchronisieren abmelden?',
  'Signed in as {displayName} ({username})': 'Angemeldet als {displayName} ({username})',
  'Signing in needs the server, and it cannot be reached right now.':
    'Zum Anmelden ist der Server nötig, und er ist gerade nicht erreichbar.',
  'Signing in...': 'Wird angemeldet …',
  'Some characters cannot be stored. A replacement character (U+FFFD) stands in their place.':
    'Einige Zeichen können nicht gespeichert werden. An ihrer Stelle steht ein Ersatzzeichen (U+FFFD).',
  'Some of what was entered is not valid.': 'Einige der Eingaben sind nicht gültig.',
  'Something was written in the meantime, so nothing was deleted yet.':
    'Inzwischen wurde etwas geschrieben, deshalb wurde noch nichts gelöscht.',
  'Something was written in the meantime, so nothing was removed yet.':
    'Inzwischen wurde etwas geschrieben, deshalb wurde noch nichts entfernt.',
  'Something went wrong on the server. Nothing was lost.':
    'Auf dem Server ist etwas schiefgegangen. Nichts ging verloren.',
  'Something with this id exists already.': 'Etwas mit dieser Kennung gibt es schon.',
  'Something you deleted was changed on another device in the meantime, so it was kept.':
    'Etwas, das du gelöscht hast, wurde inzwischen auf einem anderen Gerät geändert und deshalb behalten.',
  Stay: 'Bleiben',
  'Switch to dark theme': 'Zum dunklen Farbschema wechseln',
  'Switch to light theme': 'Zum hellen Farbschema wechseln',
  'Sync has stopped, and whether the server still has this library is not known. Signing out removes all of it from this device for good. Exported as a file, it can be imported again in the sync centre, here or on another device.':
    'Die Synchronisierung steht, und ob der Server diese Bibliothek noch hat, ist nicht bekannt. Abmelden entfernt sie ganz und endgültig von diesem Gerät. Als Datei exportiert, kann sie in der Sync-Zentrale wieder importiert werden, hier oder auf einem anderen Gerät.',
  Synced: 'Synchron',
  System: 'System',
  'Text of {of}': 'Text von {of}',
  'That is another account than the one whose prompts are open here.':
    'Das ist ein anderes Konto als das, dessen Prompts hier offen sind.',
  'That is not possible here.': 'Das ist hier nicht möglich.',
  'That is not possible.': 'Das ist nicht möglich.',
  'That is not the code that the server printed when it last started':
    'Das ist nicht der Code, den der Server bei seinem letzten Start ausgegeben hat',
  'That is not the code that the server printed when it last started.':
    'Das ist nicht der Code, den der Server bei seinem letzten Start ausgegeben hat.',
  'That is not your current password.': 'Das ist nicht dein jetziges Passwort.',
  'That username is already taken.': 'Dieser Benutzername ist schon vergeben.',
  'The account {username} is deleted on the server, with everything in it.':
    'Das Konto {username} wird auf dem Server gelöscht, mit allem darin.',
  'The answer to this change was already given.': 'Die Antwort auf diese Änderung wurde schon gegeben.',
  'The browser could not keep this file on this device. Nothing was added.':
    'Der Browser konnte diese Datei nicht auf dem Gerät behalten. Es wurde nichts hinzugefügt.',
  'The browser could not save this on your device. What you entered is still here.':
    'Der Browser konnte das nicht auf dem Gerät speichern. Was du eingegeben hast, ist noch hier.',
  'The browser could not write to this device. Nothing was changed.':
    'Der Browser konnte nicht auf dieses Gerät schreiben. Es wurde nichts geändert.',
  'The file has no such part.': 'Die Datei hat keinen solchen Teil.',
  'The server cannot be reached. Check the connection and try again.':
    'Der Server ist nicht erreichbar. Prüfe die Verbindung und versuche es noch einmal.',
  'The server cannot write to its disk. Your changes stay on this device and are sent once it can.':
    'Der Server kann nicht auf seine Festplatte schreiben. Deine Änderungen bleiben auf diesem Gerät und werden gesendet, sobald er es kann.',
  'The server could not read this change.': 'Der Server konnte diese Änderung nicht lesen.',
  'The server did not say why.': 'Der Server hat keinen Grund genannt.',
  'The server expects another kind of content here.': 'Der Server erwartet hier eine andere Art von Inhalt.',
  'The server failed on this change each time, while it took others. It is kept on this device.':
    'Der Server ist an dieser Änderung jedes Mal gescheitert, während er andere angenommen hat. Sie bleibt auf diesem Gerät.',
  'The server gave an answer that this version of Promptory does not understand.':
    'Der Server hat eine Antwort gegeben, die diese Version von Promptory nicht versteht.',
  'The server has another text than the one that this change was made from.':
    'Der Server hat einen anderen Text als den, aus dem diese Änderung entstand.',
  'The server has more or less of this file than was said.':
    'Der Server hat mehr oder weniger von dieser Datei als angegeben.',
  'The server is busy. Please try again in a moment.':
    'Der Server ist beschäftigt. Bitte versuche es gleich noch einmal.',
  'The server knows this account. Sign in with its password.':
    'Der Server kennt dieses Konto. Melde dich mit seinem Passwort an.',
  'The server notifies no further browser. This one asks for changes every 30 seconds.':
    'Der Server benachrichtigt keinen weiteren Browser. Dieser fragt alle 30 Sekunden nach Änderungen.',
  'The server printed it when it started. This account will be its admin.':
    'Der Server hat ihn beim Start ausgegeben. Dieses Konto wird sein Admin.',
  'The server was reset or restored.': 'Der Server wurde zurückgesetzt oder wiederhergestellt.',
  "The server's disk is full. Your changes stay on this device and are sent once there is room.":
    'Die Festplatte des Servers ist voll. Deine Änderungen bleiben auf diesem Gerät und werden gesendet, sobald Platz ist.',
  'The text holds half of a character pair, which cannot be stored.':
    'Der Text enthält die Hälfte eines Zeichenpaares, die nicht gespeichert werden kann.',
  'The text holds the character U+0000, which cannot be stored. Put another character in its place.':
    'Der Text enthält das Zeichen U+0000, das nicht gespeichert werden kann. Setze ein anderes an seine Stelle.',
  Theme: 'Farbschema',
  'Themes could not be loaded': 'Farbschemata konnten nicht geladen werden',
  'There again': 'Wieder da',
  'There are too many invitations. Remove some that nobody needs.':
    'Es gibt zu viele Einladungen. Entferne einige, die niemand braucht.',
  'There is no room left for this file on this device.':
    'Auf diesem Gerät ist kein Platz mehr für diese Datei.',
  'This account is open in too many browsers at once. This one asks for changes every 30 seconds.':
    'Dieses Konto ist in zu vielen Browsern zugleich offen. Dieser fragt alle 30 Sekunden nach Änderungen.',
  'This account sends more requests than the server takes. They go on in a moment.':
    'Dieses Konto sendet mehr Anfragen, als der Server annimmt. Sie gehen gleich weiter.',
  'This address is not secure (http): Promptory works and syncs, but cannot start offline.':
    'Diese Adresse ist nicht sicher (http): Promptory arbeitet und synchronisiert, kann aber nicht offline starten.',
  'This browser does not let Promptory keep anything on this device.':
    'Dieser Browser lässt Promptory nichts auf diesem Gerät behalten.',
  'This change was numbered twice. It is kept on this device.':
    'Diese Änderung wurde zweimal nummeriert. Sie bleibt auf diesem Gerät.',
  'This device is signed out and its library removed. Your other devices keep what they have, and cannot sync it any more.':
    'Dieses Gerät wird abgemeldet und seine Bibliothek entfernt. Deine anderen Geräte behalten, was sie haben, und können es nicht mehr synchronisieren.',
  'This file could not be read.': 'Diese Datei konnte nicht gelesen werden.',
  'This file has not reached the server yet.': 'Diese Datei hat den Server noch nicht erreicht.',
  'This invitation cannot be used. Ask for a new one.':
    'Diese Einladung kann nicht benutzt werden. Bitte um eine neue.',
  'This invitation does not exist or was withdrawn. Ask for a new one.':
    'Diese Einladung gibt es nicht, oder sie wurde zurückgezogen. Bitte um eine neue.',
  'This invitation has expired. Ask for a new one.': 'Diese Einladung ist abgelaufen. Bitte um eine neue.',
  'This invitation was already used. Ask for a new one.':
    'Diese Einladung wurde schon benutzt. Bitte um eine neue.',
  'This is larger than the server accepts.': 'Das ist größer, als der Server annimmt.',
  'This needs the server, and it cannot be reached right now.':
    'Dafür ist der Server nötig, und er ist gerade nicht erreichbar.',
  'This no longer exists. It may have been deleted.': 'Das gibt es nicht mehr. Vielleicht wurde es gelöscht.',
  'This password is among the most common ones': 'Dieses Passwort gehört zu den häufigsten',
  'This request did not come from Promptory itself.': 'Diese Anfrage kam nicht von Promptory selbst.',
  'This server does not take new accounts.': 'Dieser Server nimmt keine neuen Konten an.',
  'This server takes no new accounts. With REGISTRATION=invite you can invite people here.':
    'Dieser Server nimmt keine neuen Konten an. Mit REGISTRATION=invite kannst du hier einladen.',
  'This version of Promptory is too old for the server. Please update.':
    'Diese Version von Promptory ist zu alt für den Server. Bitte aktualisiere sie.',
  'This was changed on another device in the meantime, so it was kept.':
    'Das wurde inzwischen auf einem anderen Gerät geändert und deshalb behalten.',
  'To create an account here, open the link of an invitation from the admin.':
    'Um hier ein Konto anzulegen, öffne den Link einer Einladung vom Admin.',
  Today: 'Heute',
  'Too many attempts. Please wait a moment and try again.':
    'Zu viele Versuche. Bitte warte einen Moment und versuche es noch einmal.',
  'Try again': 'Noch einmal versuchen',
  'Two new names': 'Zwei neue Namen',
  'Unknown device': 'Unbekanntes Gerät',
  'Upload cancelled': 'Hochladen abgebrochen',
  'Upload failed': 'Hochladen fehlgeschlagen',
  'Upload not cancelled': 'Hochladen nicht abgebrochen',
  Username: 'Benutzername',
  'Username has a character that cannot be seen': 'Der Benutzername enthält ein unsichtbares Zeichen',
  'Username is required': 'Ein Benutzername ist nötig',
  'Username must be at least 3 characters': 'Der Benutzername muss mindestens 3 Zeichen haben',
  'Version history': 'Versionsverlauf',
  'Welcome Back': 'Willkommen zurück',
  'Welcome back, {displayName}!': 'Willkommen zurück, {displayName}!',
  'What arrived is not the file that was announced.': 'Was angekommen ist, ist nicht die angekündigte Datei.',
  'What goes: {projects, plural, one {# project} other {# projects}}, {prompts, plural, one {# prompt} other {# prompts}} with their versions and notes and {files, plural, one {# file} other {# files}}.':
    'Gelöscht werden: {projects, plural, one {# Projekt} other {# Projekte}}, {prompts, plural, one {# Prompt} other {# Prompts}} mit Versionen und Notizen und {files, plural, one {# Datei} other {# Dateien}}.',
  'What is on this device could not be read, so nothing was deleted.':
    'Was auf diesem Gerät ist, konnte nicht gelesen werden, deshalb wurde nichts gelöscht.',
  'What is on this device could not be read, so nothing was removed from it.':
    'Was auf diesem Gerät ist, konnte nicht gelesen werden, deshalb wurde nichts davon entfernt.',
  'With an unfinished note:': 'Mit einer angefangenen Notiz:',
  'With unfinished notes:': 'Mit angefangenen Notizen:',
  Withdraw: 'Zurückziehen',
  'Withdraw the invitation of {date}': 'Einladung vom {date} zurückziehen',
  'Works for': 'Gültig für',
  Yesterday: 'Gestern',
  'You are an admin of this server. A link lets one person create an account.':
    'Du bist Admin dieses Servers. Mit einem Link kann eine Person ein Konto anlegen.',
  'You are asked for your password first, and shown what goes.':
    'Du wirst zuerst nach deinem Passwort gefragt und siehst, was verloren geht.',
  'You are being signed out on this device, so nothing was changed.':
    'Du wirst auf diesem Gerät gerade abgemeldet, deshalb wurde nichts geändert.',
  'You are signed in on no other device.': 'Du bist auf keinem anderen Gerät angemeldet.',
  'You are signed out. Sign in again to go on.':
    'Du bist abgemeldet. Melde dich wieder an, um weiterzumachen.',
  'You must keep at least one version': 'Mindestens eine Version muss bleiben',
  'Your account on this server is full: it takes no more prompts, versions or texts. What you delete makes room after 30 days.':
    'Dein Konto auf diesem Server ist voll: Es nimmt keine weiteren Prompts, Versionen und Texte an. Was du löschst, macht nach 30 Tagen Platz.',
  'Your library as a file': 'Deine Bibliothek als Datei',
  'Your other devices have to sign in again.': 'Deine anderen Geräte müssen sich neu anmelden.',
  'Your other devices keep what they have, and ask to sign in again.':
    'Deine anderen Geräte behalten, was sie haben, und bitten um eine neue Anmeldung.',
  'Your session has ended. Nothing is lost: what you wrote is on this device, and sync goes on when you are signed in.':
    'Deine Sitzung ist beendet. Nichts ist verloren: Was du geschrieben hast, ist auf diesem Gerät, und die Synchronisierung geht weiter, sobald du angemeldet bist.',
  'Your storage on the server is full.': 'Dein Speicher auf dem Server ist voll.',
  'and {count} more.': 'und {count} weitere.',
  'expired {day}': 'abgelaufen: {day}',
  'last used within the last hour': 'zuletzt benutzt in der letzten Stunde',
  'last used {time}': 'zuletzt benutzt: {time}',
  'signed in {day}': 'angemeldet: {day}',
  'something unnamed': 'etwas ohne Namen',
  'this device': 'dieses Gerät',
  'used {day}': 'benutzt: {day}',
  'works until {day}': 'gültig bis {day}',
  '{browser} on {system}': '{browser} auf {system}',
  '{count, plural, one {# change exists only on this device. Signing out removes it for good. Exported as a file, it can be imported again in the sync centre, here or on another device.} other {# changes exist only on this device. Signing out removes them for good. Exported as a file, they can be imported again in the sync centre, here or on another device.}}':
    '{count, plural, one {# Änderung gibt es nur auf diesem Gerät. Abmelden entfernt sie endgültig. Als Datei exportiert, kann sie in der Sync-Zentrale wieder importiert werden, hier oder auf einem anderen Gerät.} other {# Änderungen gibt es nur auf diesem Gerät. Abmelden entfernt sie endgültig. Als Datei exportiert, können sie in der Sync-Zentrale wieder importiert werden, hier oder auf einem anderen Gerät.}}',
  '{count, plural, one {# change} other {# changes}}':
    '{count, plural, one {# Änderung} other {# Änderungen}}',
  '{count, plural, one {# draft} other {# drafts}}': '{count, plural, one {# Entwurf} other {# Entwürfe}}',
  '{count, plural, one {# draft} other {# drafts}} waiting':
    '{count, plural, one {# Entwurf wartet} other {# Entwürfe warten}}',
  '{count, plural, one {# file} other {# files}}': '{count, plural, one {# Datei} other {# Dateien}}',
  '{count, plural, one {# file} other {# files}} waiting':
    '{count, plural, one {# Datei wartet} other {# Dateien warten}}',
  '{count, plural, one {# unfinished note} other {# unfinished notes}}':
    '{count, plural, one {# angefangene Notiz} other {# angefangene Notizen}}',
  '{count} files have been added.': '{count} Dateien wurden hinzugefügt.',
  '{done, number} of {of, number}': '{done, number} von {of, number}',
  '{done, number} of {of, number} received': '{done, number} von {of, number} empfangen',
  '{done, number} of {of, number} sent': '{done, number} von {of, number} gesendet',
  '{hours, plural, one {# hour} other {# hours}} ago':
    '{hours, plural, one {vor # Stunde} other {vor # Stunden}}',
  '{left} more: go on typing to narrow it down.':
    'Noch {left} weitere: Tippe weiter, um die Suche einzugrenzen.',
  '{match} in {project}': '{match} in {project}',
  '{minutes, plural, one {# minute} other {# minutes}} ago':
    '{minutes, plural, one {vor # Minute} other {vor # Minuten}}',
  '{unsent, plural, one {# change on this device was never sent, and goes too.} other {# changes on this device were never sent, and go too.}}':
    '{unsent, plural, one {# Änderung auf diesem Gerät wurde nie gesendet und geht auch verloren.} other {# Änderungen auf diesem Gerät wurden nie gesendet und gehen auch verloren.}}',
  '{waiting} waiting': '{waiting} wartend',
};
