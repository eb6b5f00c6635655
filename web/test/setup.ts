// The sheets in the order in which the product loads them: public pages' first, then that of the screens behind a sign-in.
import '../app/public.css';
import '../app/app.css';
