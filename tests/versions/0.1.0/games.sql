BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE attempts (
	challenge_id VARCHAR(32) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	made DATETIME NOT NULL, 
	PRIMARY KEY (challenge_id, person, number)
);
CREATE TABLE challenges (
	id VARCHAR(32) NOT NULL, 
	day DATE, 
	body TEXT NOT NULL, 
	made DATETIME NOT NULL, 
	used DATETIME NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (day)
);
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	stored DATETIME NOT NULL, 
	PRIMARY KEY (table_id, version), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('over',1,'{"type":"made","preset":"standard","rules":{"table":{"players":4,"teams":"pairs","side_names":[],"seating":"chosen"},"deck":{"packs":1,"jokers":0,"joker_role":"trump","removed":[],"high_trumps":[],"aces":"high","identical":"first_wins"},"deal":{"method":"dealt","cut":"none","first_dealer":"high_card","leftover":"none","kitty_taker":"two_of_clubs","face_up":0,"deficient":[],"deficient_when":"","throw_ins":1},"bidding":{"order":"in_turn","bids":"any","zero":false,"side_minimum":0,"side_maximum":0,"total":"any","total_minimum":0,"talk":"none","second_thoughts":"none","first_round_bids_itself":false,"no_trump":false,"opening_tricks":false},"nil":{"allowed":true,"blind":true,"blind_deficit":0,"blind_per_side":2,"team":false},"blind":{"bids":"none","minimum":6,"deficit":100,"made_multiple":2,"failed_multiple":1,"exact":false},"exchange":{"nil_cards":0,"blind_nil_cards":0,"order":"bidder_first","between_nils":false,"swap_cards":0},"play":{"first_lead":"left_of_dealer","first_trick":"any","lead_spades":"broken","void":"any","duty":"none","choice_in_suit":"any","big_joker_draws":false,"take_back":"off","review":"last_trick","claims":true,"claim_by":"leader","claim_proof":"claimant","false_claim":"reject"},"scoring":{"trick_value":10,"set_penalty":"bid","bag_points":1,"bag_limit":10,"bag_penalty":100,"bag_penalty_to":"side","nil_value":100,"blind_nil_value":200,"failed_nil_tricks":"ignored","team_nil_value":100,"team_nil_penalty":100,"ten_value":0,"ten_bonus":0,"boston_value":0,"boston_wins":false,"little_mo_value":60,"big_mo_value":90,"last_spade_bonus":0},"end":{"target":500,"floor":-200,"after_tie":"one_round","max_rounds":2,"minutes":0,"sets_to_lose":0,"start_scores":[]},"enforcement":{"mode":"strict","revoke_penalty":"set","false_call":"three_tricks","illegal_flip":"none","call_until":"scored"},"clock":{"turn_seconds":0,"on_timeout":"random_legal"}},"level":"intermediate","invite":false,"host":"eac99b89f901d71fd6e7b2aa8f362dda","title":"","group":[],"public":false,"talk":"between","undo":true,"attempt":null}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',2,'{"type":"sat","seat":2,"person":"eac99b89f901d71fd6e7b2aa8f362dda","name":"Ann"}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',3,'{"type":"started","bots":["Clara","Irma","Mira"],"at":0.0}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',4,'{"type":"sealed","seed":"18d6e1cac2a8adaf25577cca14db7753507f4f03a288124ce9fe2d60babd7bb0"}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',5,'{"type":"happened","action":{"type":"draw","cards":["DA","CQ","H3","S2"]}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',6,'{"type":"happened","action":{"type":"deal","hands":[["C3","C6","C8","D5","DQ","H4","H7","H9","HT","HK","S2","S9","ST"],["C4","C5","CT","CQ","CK","D3","D4","DT","DJ","H5","H6","HA","S8"],["C2","C7","C9","CJ","D2","D8","D9","H2","S3","S4","S6","S7","SA"],["CA","D6","D7","DK","DA","H3","H8","HJ","HQ","S5","SJ","SQ","SK"]],"rest":[],"face_up":[]}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',7,'{"type":"acted","seat":1,"action":{"type":"look"}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',8,'{"type":"acted","seat":1,"action":{"type":"bid","tricks":3,"nil":false,"blind":false,"mo":""}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',9,'{"type":"acted","seat":2,"action":{"type":"bid","tricks":0,"nil":true,"blind":true,"mo":""}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',10,'{"type":"acted","seat":3,"action":{"type":"look"}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',11,'{"type":"acted","seat":3,"action":{"type":"bid","tricks":11,"nil":false,"blind":false,"mo":""}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',12,'{"type":"acted","seat":0,"action":{"type":"look"}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',13,'{"type":"acted","seat":0,"action":{"type":"bid","tricks":0,"nil":true,"blind":false,"mo":""}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',14,'{"type":"acted","seat":1,"action":{"type":"play","card":"D4","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',15,'{"type":"acted","seat":2,"action":{"type":"play","card":"D9","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',16,'{"type":"acted","seat":3,"action":{"type":"play","card":"D6","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',17,'{"type":"acted","seat":0,"action":{"type":"play","card":"D5","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',18,'{"type":"acted","seat":2,"action":{"type":"play","card":"D8","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',19,'{"type":"acted","seat":3,"action":{"type":"play","card":"DA","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',20,'{"type":"acted","seat":0,"action":{"type":"play","card":"DQ","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',21,'{"type":"acted","seat":1,"action":{"type":"play","card":"D3","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',22,'{"type":"acted","seat":3,"action":{"type":"play","card":"HJ","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',23,'{"type":"acted","seat":0,"action":{"type":"play","card":"H9","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',24,'{"type":"acted","seat":1,"action":{"type":"play","card":"HA","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',25,'{"type":"acted","seat":2,"action":{"type":"play","card":"H2","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',26,'{"type":"acted","seat":1,"action":{"type":"play","card":"H6","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',27,'{"type":"acted","seat":2,"action":{"type":"play","card":"CJ","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',28,'{"type":"acted","seat":3,"action":{"type":"play","card":"H8","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',29,'{"type":"acted","seat":0,"action":{"type":"play","card":"HT","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',30,'{"type":"acted","seat":0,"action":{"type":"play","card":"H7","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',31,'{"type":"acted","seat":1,"action":{"type":"play","card":"H5","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',32,'{"type":"acted","seat":2,"action":{"type":"play","card":"SA","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',33,'{"type":"acted","seat":3,"action":{"type":"play","card":"HQ","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',34,'{"type":"acted","seat":2,"action":{"type":"play","card":"C2","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',35,'{"type":"acted","seat":3,"action":{"type":"play","card":"CA","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',36,'{"type":"acted","seat":0,"action":{"type":"play","card":"C3","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',37,'{"type":"acted","seat":1,"action":{"type":"play","card":"CQ","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',38,'{"type":"acted","seat":3,"action":{"type":"play","card":"S5","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',39,'{"type":"acted","seat":0,"action":{"type":"play","card":"ST","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',40,'{"type":"acted","seat":1,"action":{"type":"play","card":"S8","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',41,'{"type":"acted","seat":2,"action":{"type":"play","card":"S6","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',42,'{"type":"acted","seat":0,"action":{"type":"play","card":"S2","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',43,'{"type":"acted","seat":1,"action":{"type":"play","card":"DJ","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',44,'{"type":"acted","seat":2,"action":{"type":"play","card":"S7","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',45,'{"type":"acted","seat":3,"action":{"type":"play","card":"SK","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',46,'{"type":"acted","seat":3,"action":{"type":"play","card":"H3","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',47,'{"type":"acted","seat":0,"action":{"type":"play","card":"H4","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',48,'{"type":"acted","seat":1,"action":{"type":"play","card":"CK","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',49,'{"type":"acted","seat":2,"action":{"type":"play","card":"S4","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',50,'{"type":"acted","seat":2,"action":{"type":"play","card":"C7","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',51,'{"type":"acted","seat":3,"action":{"type":"play","card":"DK","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',52,'{"type":"acted","seat":0,"action":{"type":"play","card":"C8","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',53,'{"type":"acted","seat":1,"action":{"type":"play","card":"C5","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',54,'{"type":"acted","seat":0,"action":{"type":"play","card":"HK","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',55,'{"type":"acted","seat":1,"action":{"type":"play","card":"DT","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',56,'{"type":"acted","seat":2,"action":{"type":"play","card":"C9","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',57,'{"type":"acted","seat":3,"action":{"type":"play","card":"SJ","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',58,'{"type":"acted","seat":3,"action":{"type":"play","card":"D7","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',59,'{"type":"acted","seat":0,"action":{"type":"play","card":"S9","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',60,'{"type":"acted","seat":1,"action":{"type":"play","card":"CT","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',61,'{"type":"acted","seat":2,"action":{"type":"play","card":"D2","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',62,'{"type":"acted","seat":0,"action":{"type":"play","card":"C6","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',63,'{"type":"acted","seat":1,"action":{"type":"play","card":"C4","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',64,'{"type":"acted","seat":2,"action":{"type":"play","card":"S3","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',65,'{"type":"acted","seat":3,"action":{"type":"play","card":"SQ","low":false}}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('over',66,'{"type":"sealed","seed":"253d950f11ebdbeb4c2d54c57803deb69869b832a2e03010620d462a85d15290"}','2026-11-22 19:58:19.904570');
INSERT INTO "events" VALUES('running',1,'{"type":"made","preset":"standard","rules":{"table":{"players":4,"teams":"pairs","side_names":[],"seating":"chosen"},"deck":{"packs":1,"jokers":0,"joker_role":"trump","removed":[],"high_trumps":[],"aces":"high","identical":"first_wins"},"deal":{"method":"dealt","cut":"none","first_dealer":"high_card","leftover":"none","kitty_taker":"two_of_clubs","face_up":0,"deficient":[],"deficient_when":"","throw_ins":1},"bidding":{"order":"in_turn","bids":"any","zero":false,"side_minimum":0,"side_maximum":0,"total":"any","total_minimum":0,"talk":"none","second_thoughts":"none","first_round_bids_itself":false,"no_trump":false,"opening_tricks":false},"nil":{"allowed":true,"blind":true,"blind_deficit":0,"blind_per_side":2,"team":false},"blind":{"bids":"none","minimum":6,"deficit":100,"made_multiple":2,"failed_multiple":1,"exact":false},"exchange":{"nil_cards":0,"blind_nil_cards":0,"order":"bidder_first","between_nils":false,"swap_cards":0},"play":{"first_lead":"left_of_dealer","first_trick":"any","lead_spades":"broken","void":"any","duty":"none","choice_in_suit":"any","big_joker_draws":false,"take_back":"off","review":"last_trick","claims":true,"claim_by":"leader","claim_proof":"claimant","false_claim":"reject"},"scoring":{"trick_value":10,"set_penalty":"bid","bag_points":1,"bag_limit":10,"bag_penalty":100,"bag_penalty_to":"side","nil_value":100,"blind_nil_value":200,"failed_nil_tricks":"ignored","team_nil_value":100,"team_nil_penalty":100,"ten_value":0,"ten_bonus":0,"boston_value":0,"boston_wins":false,"little_mo_value":60,"big_mo_value":90,"last_spade_bonus":0},"end":{"target":500,"floor":-200,"after_tie":"one_round","max_rounds":2,"minutes":0,"sets_to_lose":0,"start_scores":[]},"enforcement":{"mode":"strict","revoke_penalty":"set","false_call":"three_tricks","illegal_flip":"none","call_until":"scored"},"clock":{"turn_seconds":0,"on_timeout":"random_legal"}},"level":"intermediate","invite":false,"host":"eac99b89f901d71fd6e7b2aa8f362dda","title":"","group":[],"public":false,"talk":"between","undo":true,"attempt":null}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',2,'{"type":"sat","seat":2,"person":"eac99b89f901d71fd6e7b2aa8f362dda","name":"Ann"}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',3,'{"type":"started","bots":["Clara","Irma","Mira"],"at":0.0}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',4,'{"type":"sealed","seed":"18d6e1cac2a8adaf25577cca14db7753507f4f03a288124ce9fe2d60babd7bb0"}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',5,'{"type":"happened","action":{"type":"draw","cards":["DA","CQ","H3","S2"]}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',6,'{"type":"happened","action":{"type":"deal","hands":[["C3","C6","C8","D5","DQ","H4","H7","H9","HT","HK","S2","S9","ST"],["C4","C5","CT","CQ","CK","D3","D4","DT","DJ","H5","H6","HA","S8"],["C2","C7","C9","CJ","D2","D8","D9","H2","S3","S4","S6","S7","SA"],["CA","D6","D7","DK","DA","H3","H8","HJ","HQ","S5","SJ","SQ","SK"]],"rest":[],"face_up":[]}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',7,'{"type":"acted","seat":1,"action":{"type":"look"}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',8,'{"type":"acted","seat":1,"action":{"type":"bid","tricks":3,"nil":false,"blind":false,"mo":""}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',9,'{"type":"acted","seat":2,"action":{"type":"bid","tricks":0,"nil":true,"blind":true,"mo":""}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',10,'{"type":"acted","seat":3,"action":{"type":"look"}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',11,'{"type":"acted","seat":3,"action":{"type":"bid","tricks":11,"nil":false,"blind":false,"mo":""}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',12,'{"type":"acted","seat":0,"action":{"type":"look"}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',13,'{"type":"acted","seat":0,"action":{"type":"bid","tricks":0,"nil":true,"blind":false,"mo":""}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',14,'{"type":"acted","seat":1,"action":{"type":"play","card":"D4","low":false}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',15,'{"type":"acted","seat":2,"action":{"type":"play","card":"D9","low":false}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',16,'{"type":"acted","seat":3,"action":{"type":"play","card":"D6","low":false}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',17,'{"type":"acted","seat":0,"action":{"type":"play","card":"D5","low":false}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',18,'{"type":"acted","seat":2,"action":{"type":"play","card":"D8","low":false}}','2026-11-22 19:58:19.909840');
INSERT INTO "events" VALUES('running',19,'{"type":"acted","seat":3,"action":{"type":"play","card":"DA","low":false}}','2026-11-22 19:58:19.909840');
CREATE TABLE places (
	person VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (person, table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE played (
	challenge_id VARCHAR(32) NOT NULL, 
	deal INTEGER NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	attempt INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	margin FLOAT NOT NULL, 
	body TEXT NOT NULL, 
	stored DATETIME NOT NULL, 
	PRIMARY KEY (challenge_id, deal, person, attempt)
);
CREATE TABLE sessions (
	digest VARCHAR(64) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	following VARCHAR(64), 
	made DATETIME NOT NULL, 
	seen DATETIME NOT NULL, 
	PRIMARY KEY (digest), 
	UNIQUE (following)
);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	made DATETIME NOT NULL, status VARCHAR(8), used DATETIME, summary TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('over','2026-11-22 19:58:19.904570',NULL,'2026-11-22 19:58:19.904570',NULL);
INSERT INTO "tables" VALUES('running','2026-11-22 19:58:19.909840',NULL,'2026-11-22 19:58:19.909840',NULL);
CREATE INDEX ix_tables_status ON tables (status);
CREATE INDEX ix_tables_used ON tables (used);
CREATE INDEX ix_places_table_id ON places (table_id);
CREATE INDEX ix_sessions_seen ON sessions (seen);
CREATE INDEX ix_challenges_used ON challenges (used);
CREATE INDEX ix_attempts_person ON attempts (person);
COMMIT;
